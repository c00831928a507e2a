import Diagnostics
import Expressions

extension FileReader {
    /// The value of a key: on its line, on deeper lines, or none (`nil`).
    mutating func value(of key: String, from start: Int, _ line: Line, _ region: Region) -> Node? {
        let start = values.skipSpace(from: start, to: line.range.upperBound)
        let rest = start..<line.range.upperBound
        let isProse = region.isProse(key)
        if rest.isEmpty || isOnlyComment(start, line, isProse: isProse) {
            return valueBelow(key, line, region, isProse: isProse)
        }
        if let block = values.blockStyle(rest) { return .value(blockText(block, below: line, at: start)) }
        if isProse { return prose(from: start, line, region) }
        if let feature = values.featureBeforeBlock(rest), next < lines.count, lines[next].indent > line.indent {
            diagnostics.append(feature)
            return valueBelow(key, line, region, isProse: false)
        }
        return values.plain(rest)
    }

    /// Whether a key is followed by a comment; after a prose key it is one only when deeper lines follow.
    private func isOnlyComment(_ start: Int, _ line: Line, isProse: Bool) -> Bool {
        guard file.bytes[start] == UInt8(ascii: "#") else { return false }
        return !isProse || (next < lines.count && lines[next].indent > line.indent)
    }

    /// The value below a key without a value on its own line.
    private mutating func valueBelow(_ key: String, _ line: Line, _ region: Region, isProse: Bool) -> Node? {
        guard next < lines.count else { return nil }
        let below = lines[next]
        let shape = shape(of: below)
        if shape.isItem {
            guard below.indent >= line.indent || below.hasTab else { return nil }
            let indent = settle(from: line.indent)
            return deeper(below) { .list($0.list(indent: indent, key, region)) }
        }
        guard below.indent > line.indent || isMeant(below, shape, below: key, line, region) else { return nil }
        if isProse, !beginsWithKey(below), !(region == .assignments && isRecord(deeperThan: line.indent)) {
            next += 1
            return prose(from: below.start, below, region, indent: line.indent)
        }
        let block = block(below: meant(by: key), region, indent: settle(from: line.indent + 1))
        return deeper(below) { .map($0.map(block)) }
    }

    /// Whether the deeper lines are the fields of a record: each of the outermost is a name with a colon.
    private func isRecord(deeperThan indent: Int) -> Bool {
        let first = lines[next]
        let block = lines[next...].prefix { $0.indent > indent }.filter { $0.indent <= first.indent }
        return block.allSatisfy { line in
            let shape = shape(of: line)
            return shape.hasColon && !shape.isItem && !line.hasTab && Name.isIdentifier(shape.word)
        }
    }

    /// The intended key for a misspelt one, so that the lines below it are read as its block.
    private func meant(by key: String) -> String {
        guard let block = blocks.all.last, [.flow, .bot, .language].contains(block.region),
            !Vocabulary.keys.contains(key)
        else { return key }
        return closest(to: key, among: block.known.sorted()) ?? key
    }

    private func block(below key: String, _ region: Region, indent: Int) -> OpenBlock {
        OpenBlock(region.below(key), indent: indent, known: Vocabulary.keys(below: key, in: region))
    }

    /// Whether a line is intended to be below a key although it is not indented further: it begins with a tab, or its
    /// content does not fit its column.
    private mutating func isMeant(
        _ below: Line, _ shape: LineShape, below key: String, _ line: Line, _ region: Region
    ) -> Bool {
        let inner = block(below: key, region, indent: 0)
        guard inner.canHold(shape), let outer = blocks.all.last else { return false }
        if below.hasTab { return inner.strangeness(of: shape) <= outer.strangeness(of: shape) }
        guard below.indent == line.indent else { return false }
        let isStep = region == .flow && key == "steps" && !outer.canHold(shape)
        guard isStep || region.refuses(shape) else { return false }
        reportNotDeeper(below, shape, than: key)
        return true
    }

    /// Reads a block that begins with the next line, unless blocks are nested too deeply.
    mutating func deeper(_ below: Line, _ read: (inout FileReader) -> Node) -> Node {
        guard blocks.all.count < OpenBlocks.deepest else {
            let place = span(below.start..<below.range.upperBound)
            report(
                .badIndent, "too many blocks lie in each other", at: place, label: "too deep",
                help: "a flow needs no more than ten levels")
            skipDeeper(than: below.indent - 1)
            return .broken(place)
        }
        return read(&self)
    }

    /// The column of a block that begins with the next line. After a tab it is that of the lines that follow.
    private mutating func settle(from least: Int) -> Int {
        let line = lines[next]
        guard line.hasTab else { return line.indent }
        let block = lines[(next + 1)...].prefix { $0.hasTab || $0.indent >= least }
        let most = block.filter { !$0.hasTab }.map(\.indent).min() ?? max(line.indent, least)
        let indent = line.indent >= least ? min(line.indent, most) : most
        lines[next] = line.moved(to: line.start, indent: indent)
        return indent
    }

    /// The depth of the block that a line is intended for.
    func owner(of line: Line, _ shape: LineShape) -> Int {
        let depth = blocks.owner(of: line, shape)
        let isInStep = depth > 0 && blocks.all[depth - 1].region == .steps
        return isInStep && looksLikeStep(shape, at: blocks.all[depth]) ? depth - 1 : depth
    }

    /// Whether a line inside a step is the next step with too much indentation: an unknown word with the lines of a
    /// step below it.
    private func looksLikeStep(_ shape: LineShape, at block: OpenBlock) -> Bool {
        guard !block.isList, !block.canHold(shape), shape.hasColon, !shape.hasValue,
            next + 1 < lines.count, lines[next + 1].indent > lines[next].indent, beginsWithKey(lines[next + 1])
        else { return false }
        return closest(to: shape.word, among: Vocabulary.keys) == nil
    }

    // Texts.

    /// Prose from `start` to the end of its line, with the deeper lines that continue it.
    mutating func prose(from start: Int, _ line: Line, _ region: Region, indent: Int? = nil) -> Node {
        var ranges = [start..<line.range.upperBound]
        while next < lines.count, goesOn(lines[next], deeperThan: indent ?? line.indent, region) {
            ranges.append(lines[next].start..<lines[next].range.upperBound)
            next += 1
        }
        return values.prose(ranges)
    }

    private func goesOn(_ line: Line, deeperThan indent: Int, _ region: Region) -> Bool {
        if line.indent > indent { return !beginsWithKey(line) }
        let shape = shape(of: line)
        return line.hasTab && !shape.isItem && !shape.hasColon
    }

    /// The lines below `|` or `>`, unchanged; a line with less indentation than the first ends them.
    mutating func blockText(_ style: ValueReader.BlockStyle, below line: Line, at start: Int) -> ValueNode {
        let below = all[(line.number + 1)...]
        let first = below.first { $0 != nil }.flatMap { $0 }?.indent ?? 0
        var block = Array(below.prefix { $0.map { $0.indent > line.indent && $0.indent >= first } ?? true })
        let end = line.number + 1 + block.count
        while let last = block.last, last == nil { block.removeLast() }
        while next < lines.count, lines[next].number < end { next += 1 }
        return values.blockText(block, style, at: start)
    }

    /// Whether a line belongs to a value that could not be read and is skipped: deeper lines, and those that only
    /// continue a list or a block on one line.
    func isRest(_ line: Line) -> Bool {
        let shape = shape(of: line)
        return !shape.isItem && !shape.hasColon && file.bytes[line.range].last.map { "]},".utf8.contains($0) } ?? false
    }

    mutating func skipRest(of line: Line) {
        skipDeeper(than: line.indent)
        while next < lines.count, lines[next].indent == line.indent, isRest(lines[next]) { next += 1 }
    }
}
