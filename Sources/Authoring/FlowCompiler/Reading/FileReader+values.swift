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
        if Vocabulary.blockKeys.contains(key), [.flow, .bot, .language].contains(region), next < lines.count,
            lines[next].indent > line.indent
        {
            // The value is reported as none; the lines below are those of the block.
            let value = values.plain(rest)
            skipDeeper(than: line.indent)
            return value
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
        strayColumn = nil
        guard next < lines.count else { return nil }
        let below = lines[next]
        let shape = shape(of: below)
        if shape.isItem, !isProse || isItem(below) {
            guard below.indent >= line.indent || below.hasTab || isFirstItem(below, of: key, line) else { return nil }
            let indent = below.indent > line.indent ? columnOfMost(below: line, key, region) : settle(from: line.indent)
            return deeper(below) { .list($0.list(indent: indent, key, region)) }
        }
        guard below.indent > line.indent || isMeant(below, shape, below: key, line, region) else { return nil }
        if isProse, !beginsWithKey(below), !(region == .assignments && isRecord(deeperThan: line.indent)) {
            next += 1
            reportItemsInText(after: below)
            return prose(from: below.start, below, region, indent: line.indent)
        }
        let outer = blocks.all.last
        let stray = strayColumn
        var block = block(
            below: meant(by: key, in: outer), region, indent: columnOfMost(below: line, key, region), in: outer)
        if let stray { block.strayIndents.insert(stray) }
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
    func meant(by key: String, in block: OpenBlock?) -> String {
        guard let block, [.flow, .bot, .language].contains(block.region), !Vocabulary.keys.contains(key) else {
            return key
        }
        return closest(to: key, among: block.known.sorted()) ?? key
    }

    func block(below key: String, _ region: Region, indent: Int, in outer: OpenBlock?) -> OpenBlock {
        let place = outer?.place?.below(key)
        let known = place.map { Set($0.table.names) } ?? Vocabulary.keys(below: key, in: region)
        return OpenBlock(region.below(key), place: place, indent: indent, known: known)
    }

    /// Whether a line is intended to be below a key although it is not indented further: it begins with a tab, or its
    /// content and the lines after it do not fit its column.
    private mutating func isMeant(
        _ below: Line, _ shape: LineShape, below key: String, _ line: Line, _ region: Region
    ) -> Bool {
        let (key, outer) = (meant(by: key, in: blocks.all.last), blocks.all.last)
        if region == .language, Vocabulary.wordKeys.contains(key) { return false }
        var inner = block(below: key, region, indent: line.indent + 2, in: outer)
        if below.hasTab {
            guard inner.canHold(shape), let outer else { return false }
            return inner.strangeness(of: shape) <= outer.strangeness(of: shape)
        }
        inner = block(below: key, region, indent: column(below: line.indent, from: next, in: inner), in: outer)
        guard isLikelyBelow(inner) else { return false }
        reportNotDeeper(below, shape, than: key)
        strayColumn = below.indent
        lines[next] = below.moved(to: below.start, indent: inner.indent)
        return true
    }

    /// Whether an item further out than the key above it is intended to be in its list: no open list has that column.
    private mutating func isFirstItem(_ below: Line, of key: String, _ line: Line) -> Bool {
        guard !blocks.all.contains(where: { $0.isList && $0.indents.contains(below.indent) }) else { return false }
        if reportedLines.insert(below.number).inserted {
            report(
                .badIndent, "this item is further out than `\(key)`, to which it belongs",
                at: span(below.start..<below.start + 1), label: "not further in",
                help: "put it below `\(key)`, two spaces further in")
        }
        lines[next] = below.moved(to: below.start, indent: column(below: line.indent, from: next))
        return true
    }

    /// The column of a block whose first line is not further in than its key: that of the other lines that are, unless
    /// they are below lines of the block which are not.
    ///
    /// - Parameters:
    ///   - indent: the column of the key.
    ///   - first: the index of the block's first line.
    ///   - block: the block, at any column.
    func column(below indent: Int, from first: Int, in block: OpenBlock? = nil) -> Int {
        let others = lines[(first + 1)...].prefix { $0.indent > indent }
        guard let least = others.map(\.indent).min(), let next = others.first else {
            return isFollowedByBlock(first, block) ? indent + 1 : indent + 2
        }
        // Nothing but the lines below the first one.
        let isBelowFirst = least == next.indent && !shape(of: lines[first]).hasValue && !isItem(lines[first])
        return (isBelowFirst || isFollowedByBlock(first, block)) && least > indent + 1 ? (indent + least) / 2 : least
    }

    /// Whether the next line at the column of a block's first line begins a block inside it.
    private func isFollowedByBlock(_ first: Int, _ block: OpenBlock?) -> Bool {
        guard let block, let other = lines[(first + 1)...].first(where: { $0.indent <= lines[first].indent }),
            other.indent == lines[first].indent
        else { return false }
        let shape = shape(of: other)
        return shape.hasColon && !shape.hasValue && block.known.contains(shape.word)
    }

    /// The column of a block whose first line, the next one, is further in than its key: that of most of its lines.
    private mutating func columnOfMost(below line: Line, _ key: String, _ outer: Region) -> Int {
        let first = lines[next]
        guard !first.hasTab else { return settle(from: line.indent + 1) }
        let column = columnOfMost(below: line.indent, outer.below(key), from: next)
        guard column != first.indent else { return column }
        let shape = shape(of: first)
        if reportedLines.insert(first.number).inserted {
            report(
                .badIndent, "`\(shape.word)` is further in than the lines below it",
                at: span(first.start..<first.start + max(1, shape.isItem ? 1 : shape.word.utf8.count)),
                label: "not at the column of its block", help: "put it at the column of the other lines below `\(key)`")
        }
        lines[next] = first.moved(to: first.start, indent: column)
        return column
    }

    /// The column of most lines of a block below a key.
    ///
    /// - Parameters:
    ///   - indent: the column of the key.
    ///   - region: that of the block.
    ///   - start: the index of its first line, which is further in than the key.
    func columnOfMost(below indent: Int, _ region: Region, from start: Int) -> Int {
        let first = lines[start]
        let others = lines[(start + 1)...].prefix { $0.indent > indent && !$0.hasTab }
        guard let column = others.map(\.indent).min(), column < first.indent, let second = others.first else {
            return first.indent
        }
        // A line with a value has none below it; one without has, further in.
        let shape = shape(of: first)
        let same = others.count { $0.indent == first.indent }
        let nearer = others.count { $0.indent == column }
        let inner = block(below: shape.word, region, indent: second.indent, in: nil)
        let isBelowFirst = second.indent <= first.indent && inner.cost(of: self.shape(of: second)) <= LineCost.noDoubt
        return (shape.hasValue || shape.isItem ? nearer > same + 1 : isBelowFirst) ? column : first.indent
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

    // Texts.

    /// Prose from `start` to the end of its line, with the deeper lines that continue it.
    mutating func prose(from start: Int, _ line: Line, _ region: Region, indent: Int? = nil) -> Node {
        var ranges = [start..<line.range.upperBound]
        while next < lines.count, goesOn(lines[next], deeperThan: indent ?? line.indent, region) {
            if ranges.count == 1, isItem(lines[next]), isSwallowed(lines[next], after: line, from: start) {
                reportSwallowed(lines[next])
            }
            ranges.append(lines[next].start..<lines[next].range.upperBound)
            next += 1
        }
        return values.prose(ranges)
    }

    private func goesOn(_ line: Line, deeperThan indent: Int, _ region: Region) -> Bool {
        if line.indent > indent {
            // Text is indented further; a single space before the next name is a slip.
            let isSlip = region == .assignments && line.indent == indent + 1 && isAssignment(line)
            return !isSlip && !beginsWithKey(line) && !beginsBlockItem(line)
        }
        let shape = shape(of: line)
        return line.hasTab && !shape.isItem && !shape.hasColon
    }

    /// Whether the value of a line is a block text: `|` or `>` after its colon.
    func hasBlockText(_ line: Line) -> Bool {
        guard let colon = values.colon(in: line.start..<line.range.upperBound, last: false) else { return false }
        let start = values.skipBlanks(colon + 1, line.range.upperBound)
        return values.blockStyle(start..<line.range.upperBound) != nil
    }

    /// The list below a key of a block.
    func list(below key: String, _ block: OpenBlock, indent: Int) -> OpenBlock {
        OpenBlock(block.region, listBelow: key, place: block.place?.below(key), indent: indent)
    }

    private func isAssignment(_ line: Line) -> Bool {
        let shape = shape(of: line)
        return shape.hasValue && !shape.isItem && Name(shape.word).path.allSatisfy { Name.isIdentifier($0) }
    }

    /// Whether the line above has room for more: a text that was filled up to the width of a page goes on with any sign.
    private func isSwallowed(_ line: Line, after first: Line, from start: Int) -> Bool {
        // In quotes a text is meant.
        if first.hasTab || "\"'".utf8.contains(file.bytes[start]) { return false }
        let above = file.lineRange(line.number - 1)
        return above.count + line.range.upperBound - line.start < 60
    }

    /// Whether a line is an item that begins with a key of the language.
    private func beginsBlockItem(_ line: Line) -> Bool {
        isItem(line) && beginsWithKey(line.moved(to: contentStart(ofItem: line), indent: line.indent))
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
