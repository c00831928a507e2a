import Diagnostics

/// Reads a file into lists and maps, as section 7 of the flow language says, and reports all that cannot be read.
///
/// It goes on after every mistake as the author most likely meant it, so that one slip does not hide the next.
struct FileReader {
    let file: SourceFile
    private var lines: [Line]
    private let all: [Line?]
    private var next = 0
    private var values: ValueReader
    private var diagnostics: [Diagnostic]
    /// Lines whose indentation has been reported; nothing more is said about their shape.
    private var reportedLines: Set<Int> = []

    /// The map that the file is, or `nil` when it says nothing.
    static func read(_ file: SourceFile, as region: Region) -> (root: MapNode?, diagnostics: [Diagnostic]) {
        guard file.isUTF8 else {
            let span = Span(file: file.path, range: 0..<0)
            return (nil, [Diagnostic(.badEncoding, "this file is not UTF-8 text", at: span, help: "save it as UTF-8")])
        }
        var reader = FileReader(file)
        let root = reader.root(region)
        return (root, reader.diagnostics + reader.values.diagnostics)
    }

    private init(_ file: SourceFile) {
        self.file = file
        let scanner = LineScanner(file)
        lines = scanner.lines
        all = scanner.all
        diagnostics = scanner.diagnostics
        values = ValueReader(file: file)
    }

    private mutating func root(_ region: Region) -> MapNode? {
        guard !lines.isEmpty else {
            let span = Span(file: file.path, range: 0..<0)
            report(.emptyFile, "this file is empty", at: span, help: "begin with `flow: hello`")
            return nil
        }
        var map = self.map(indent: 0, outer: -1, region)
        while next < lines.count {
            let more = self.map(indent: 0, outer: -1, region)
            map.entries += more.entries
        }
        return map
    }

    // Maps.

    /// Reads the lines of one block, and those that are meant to belong to it though they begin at another column.
    private mutating func map(indent: Int, outer: Int, _ region: Region) -> MapNode {
        var entries: [Entry] = []
        var accepted: Set<Int> = [indent]
        let start = next < lines.count ? lines[next].start : file.bytes.count
        while next < lines.count, lines[next].indent > outer {
            let line = lines[next]
            if accepted.insert(line.indent).inserted { reportIndent(line, after: entries.last) }
            if isDash(line) {
                reportStrayDash(line)
            } else if let entry = entry(line, region) {
                keep(entry, in: &entries, region)
            }
        }
        return MapNode(entries: entries, span: span(start..<(entries.last?.span.range.upperBound ?? start)))
    }

    private mutating func keep(_ entry: Entry, in entries: inout [Entry], _ region: Region) {
        guard region != .labelled, let first = entries.first(where: { $0.key.string == entry.key.string }) else {
            entries.append(entry)
            return
        }
        let name = entry.key.string
        let place = file.place(of: first.key.span.range.lowerBound)
        if region == .steps {
            report(
                .duplicateStep, "there are two steps called `\(name)`, the other on line \(place.line)",
                at: entry.key.span,
                label: "the second `\(name)`", help: "give one of them another name",
                related: [Diagnostic.Related("the first", at: first.key.span)])
        } else {
            report(
                .duplicateKey, "`\(name)` is written twice in this block", at: entry.key.span,
                label: "the second `\(name)`",
                help: name == "say" ? "for two messages write a list below one `say:`" : "keep one of them",
                related: [Diagnostic.Related("the first", at: first.key.span)])
        }
    }

    /// Reads one `key: value` with all that lies deeper below it.
    private mutating func entry(_ line: Line, _ region: Region) -> Entry? {
        guard let (key, valueStart) = key(of: line, region) else {
            skip(line)
            return nil
        }
        next += 1
        let value = self.value(of: key.string, from: valueStart, line, region)
        return Entry(
            key: key, value: value,
            span: span(key.span.range.lowerBound..<max(key.span.range.upperBound, value?.span.range.upperBound ?? 0)))
    }

    /// Passes over a line that could not be read, and whatever lies deeper below it.
    private mutating func skip(_ line: Line) {
        next += 1
        while next < lines.count, lines[next].indent > line.indent { next += 1 }
    }

    // Values.

    private mutating func value(of key: String, from start: Int, _ line: Line, _ region: Region) -> Node? {
        let start = values.skipSpace(from: start, to: line.range.upperBound)
        let isProse = region.isProse(key)
        if isProse, let block = values.blockStyle(start..<line.range.upperBound) {
            return .value(blockText(block, below: line, at: start))
        }
        if start == line.range.upperBound || isOnlyComment(start, line, isProse: isProse) {
            return valueBelow(key, line, region, isProse: isProse)
        }
        if isProse { return .value(prose(from: start, line)) }
        if let block = values.blockStyle(start..<line.range.upperBound) {
            return .value(blockText(block, below: line, at: start))
        }
        return values.plain(start..<line.range.upperBound)
    }

    /// A comment behind a key; behind a prose key it is one only when deeper lines follow.
    private func isOnlyComment(_ start: Int, _ line: Line, isProse: Bool) -> Bool {
        guard file.bytes[start] == UInt8(ascii: "#") else { return false }
        return !isProse || (next < lines.count && lines[next].indent > line.indent)
    }

    /// What lies below a key that says nothing on its own line.
    private mutating func valueBelow(_ key: String, _ line: Line, _ region: Region, isProse: Bool) -> Node? {
        guard next < lines.count else { return nil }
        let below = lines[next]
        if isDash(below), below.indent >= line.indent {
            return .list(list(below.indent, outer: line.indent - 1, key, region))
        }
        guard below.indent > line.indent else { return nil }
        if isProse, !beginsWithKey(below) {
            next += 1
            return .value(prose(from: below.start, below, indent: line.indent))
        }
        return .map(map(indent: below.indent, outer: line.indent, region.below(key)))
    }

    /// Prose from `start` to the end of its line, with the deeper lines that go on with it.
    private mutating func prose(from start: Int, _ line: Line, indent: Int? = nil) -> ValueNode {
        var ranges = [start..<line.range.upperBound]
        while next < lines.count, lines[next].indent > indent ?? line.indent, !beginsWithKey(lines[next]) {
            ranges.append(lines[next].start..<lines[next].range.upperBound)
            next += 1
        }
        return values.prose(ranges)
    }

    /// The lines below `|` or `>`, as they are.
    private mutating func blockText(_ style: ValueReader.BlockStyle, below line: Line, at start: Int) -> ValueNode {
        var block: [Line?] = []
        var number = line.number + 1
        while number < all.count {
            if let candidate = all[number], candidate.indent <= line.indent { break }
            block.append(all[number])
            number += 1
        }
        while let last = block.last, last == nil { block.removeLast() }
        while next < lines.count, lines[next].number < number { next += 1 }
        return values.blockText(block, style, at: start)
    }

    // Lists.

    private mutating func list(_ indent: Int, outer: Int, _ key: String, _ region: Region) -> ListNode {
        var items: [Node] = []
        var accepted: Set<Int> = [indent]
        let start = lines[next].start
        while next < lines.count, lines[next].indent > outer {
            let line = lines[next]
            guard isDash(line) else {
                if line.indent <= indent, !accepted.contains(line.indent) || line.indent == indent { break }
                reportIndent(line, after: nil)
                skip(line)
                continue
            }
            if accepted.insert(line.indent).inserted { reportIndent(line, after: nil) }
            if let item = item(line, key, region) { items.append(item) }
        }
        return ListNode(
            items: items, span: span(start..<(items.last?.span.range.upperBound ?? start + 1)), isInline: false)
    }

    private mutating func item(_ line: Line, _ key: String, _ region: Region) -> Node? {
        let start = values.skipSpace(from: line.start + 1, to: line.range.upperBound)
        guard start < line.range.upperBound, file.bytes[start] != UInt8(ascii: "#") else {
            return itemBelow(line, key, region)
        }
        let content = Line(
            number: line.number, range: line.range, start: start, indent: line.indent + columns(line.start..<start))
        if isDash(content) {
            lines[next] = content
            return .list(list(content.indent, outer: line.indent, key, region))
        }
        if isBlockItem(content, region) {
            lines[next] = content
            return .map(map(indent: content.indent, outer: line.indent, itemRegion(key, region)))
        }
        next += 1
        if region.hasProseItems(key) {
            if let block = values.blockStyle(start..<line.range.upperBound) {
                return .value(blockText(block, below: line, at: start))
            }
            return .value(prose(from: start, line))
        }
        return values.plain(start..<line.range.upperBound)
    }

    private mutating func itemBelow(_ line: Line, _ key: String, _ region: Region) -> Node? {
        next += 1
        guard next < lines.count, lines[next].indent > line.indent else {
            report(.emptyValue, "this list item says nothing", at: span(line.start..<line.start + 1))
            return nil
        }
        if !isBlockItem(lines[next], region), region.hasProseItems(key) {
            let below = lines[next]
            next += 1
            return .value(prose(from: below.start, below, indent: line.indent))
        }
        return .map(map(indent: lines[next].indent, outer: line.indent, itemRegion(key, region)))
    }

    private func itemRegion(_ key: String, _ region: Region) -> Region {
        switch region.below(key) {
        case .labelled, .assignments, .steps, .named, .table: .language
        case let below: below
        }
    }

    /// In flows an item is a block when it begins with a key of the language, in Config files whenever it has a key.
    private func isBlockItem(_ line: Line, _ region: Region) -> Bool {
        guard let colon = values.colon(in: line.start..<line.range.upperBound, last: false) else { return false }
        return region == .config || Vocabulary.keys.contains(file.text(in: line.start..<colon))
    }

    // Keys.

    /// The key at the beginning of a line, and where its value may begin.
    private mutating func key(of line: Line, _ region: Region) -> (ValueNode, Int)? {
        if let feature = values.yamlFeature(atKeyOf: line) {
            report(
                .yamlFeature, feature.message, at: span(feature.range), label: "not read here", help: feature.help)
            return nil
        }
        let content = line.start..<line.range.upperBound
        if let quoted = values.quotedKey(content) { return quoted }
        if let colon = values.colon(in: content, last: region.keysEndAtLastColon) {
            return (values.key(line.start..<colon), colon + 1)
        }
        if let colon = colonWithoutSpace(line, region) {
            let word = file.text(in: line.start..<colon)
            report(
                .missingSpace, "there is no space after `\(word):`", at: span(colon + 1..<colon + 1),
                label: "a space is missing",
                help: "write `\(word): \(file.text(in: colon + 1..<line.range.upperBound))`")
            return (values.key(line.start..<colon), colon + 1)
        }
        reportMissingColon(line, region)
        return nil
    }

    /// The colon of a line such as `then:b`; not that of an address or a time of day.
    private func colonWithoutSpace(_ line: Line, _ region: Region) -> Int? {
        let bytes = file.bytes[line.start..<line.range.upperBound]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 1 < line.range.upperBound else { return nil }
        let word = file.text(in: line.start..<colon)
        let isKey =
            region == .language || region == .card
            ? Vocabulary.keys.contains(word) : word.first?.isLetter == true && !word.contains(" ")
        return isKey && file.bytes[colon + 1] != UInt8(ascii: "/") ? colon : nil
    }

    private mutating func reportMissingColon(_ line: Line, _ region: Region) {
        guard reportedLines.insert(line.number).inserted else { return }
        let text = file.text(in: line.start..<line.range.upperBound)
        let help =
            switch region {
            case .language, .card: "did you mean `say: \(text)`?"
            case .steps, .named: "did you mean `\(text):`?"
            case .labelled: "write where it leads: `\(text): end`"
            default: "write `key: value`"
            }
        report(
            .missingColon, "this line has no colon", at: span(line.start..<line.range.upperBound),
            label: "neither `key: value` nor a list item", help: help)
    }

    private func beginsWithKey(_ line: Line) -> Bool {
        guard let colon = values.colon(in: line.start..<line.range.upperBound, last: false) else { return false }
        return Vocabulary.keys.contains(file.text(in: line.start..<colon))
    }

    private func isDash(_ line: Line) -> Bool {
        guard file.bytes[line.start] == UInt8(ascii: "-") else { return false }
        return line.start + 1 == line.range.upperBound || Space.length(file.bytes, line.start + 1) > 0
    }

    // Reports.

    private mutating func reportIndent(_ line: Line, after entry: Entry?) {
        guard reportedLines.insert(line.number).inserted else { return }
        let word = values.colon(in: line.start..<line.range.upperBound, last: false)
            .map { file.text(in: line.start..<$0) }
        let what = word.map { "`\($0)`" } ?? "this line"
        let isDeeper = entry.map { column(of: $0.key.span.range.lowerBound) < line.indent } ?? false
        let label = entry.map { "move it under `\($0.key.string)`" }
        report(
            .badIndent, "\(what) is further \(isDeeper ? "in" : "out") than the lines above it",
            at: span(line.start..<(word.map { line.start + $0.utf8.count } ?? line.range.upperBound)),
            label: "not at the column of its block", help: label ?? "lines of a block begin at the same column")
    }

    private mutating func reportStrayDash(_ line: Line) {
        if reportedLines.insert(line.number).inserted {
            report(
                .wrongShape, "a list item stands among keys", at: span(line.start..<line.start + 1),
                label: "what list does it belong to?", help: "a list stands below its key, such as `answers:`")
        }
        skip(line)
    }

    private func column(of offset: Int) -> Int { file.place(of: offset).column - 1 }

    private func columns(_ range: Range<Int>) -> Int { file.text(in: range).count }

    private func span(_ range: Range<Int>) -> Span { Span(file: file.path, range: range) }

    private mutating func report(
        _ code: DiagnosticCode, _ message: String, at span: Span, label: String = "", help: String? = nil,
        related: [Diagnostic.Related] = []
    ) {
        diagnostics.append(Diagnostic(code, message, at: span, label: label, help: help, related: related))
    }
}
