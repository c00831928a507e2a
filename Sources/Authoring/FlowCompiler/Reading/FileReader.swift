import Diagnostics

/// Parses a file to lists and maps according to section 7 of the flow language, and reports all errors.
///
/// After each error it continues in the most likely intended way, so that an error neither hides the next one nor
/// causes a second message.
struct FileReader {
    let file: SourceFile
    var lines: [Line]
    /// Every line, blank ones as `nil`.
    let all: [Line?]
    /// The form of every line from its first character on: a decision about one line looks at those after it.
    private var shapes: [(start: Int, shape: LineShape)?]
    /// The line that is read next.
    var next = 0
    var blocks = OpenBlocks()
    var values: ValueReader
    var diagnostics: [Diagnostic]
    /// Lines with a reported error in their indentation or form; no further errors are reported for these.
    var reportedLines: Set<Int>
    /// The column of the first line of the next block, when it is not further in than the key above it.
    var strayColumn: Int?
    /// The block that a line is intended for, as long as no other is opened: it is asked for at every level that ends.
    private var decision: (line: Int, start: Int, blocks: Int, owner: Int)?

    /// The root map of a file, or `nil` when it is empty.
    ///
    /// - Parameter place: the place of the outermost keys of a Config file; without it any keys are read alike.
    static func read(
        _ file: SourceFile, as region: Region, place: KeyPlace? = nil
    ) -> (root: MapNode?, diagnostics: [Diagnostic]) {
        if let problem = file.encodingProblem { return (nil, [problem]) }
        var reader = FileReader(file)
        let root = reader.root(region, place)
        return (root, reader.diagnostics + reader.values.diagnostics)
    }

    private init(_ file: SourceFile) {
        self.file = file
        shapes = []
        let scanner = LineScanner(file)
        lines = scanner.lines
        all = scanner.all
        diagnostics = scanner.diagnostics
        values = ValueReader(file: file)
        reportedLines = Set(scanner.lines.lazy.filter(\.hasTab).map(\.number))
        shapes = scanner.all.map { line in line.map { ($0.start, freshShape(of: $0)) } }
    }

    private mutating func root(_ region: Region, _ place: KeyPlace?) -> MapNode? {
        guard !lines.isEmpty else {
            let span = Span(file: file.path, range: 0..<0)
            // In a file of `Config/` that is empty or contains only comments, all defaults apply.
            if region == .config { return MapNode(entries: [], span: span) }
            report(.emptyFile, "this file is empty", at: span, help: region.beginning(of: file))
            return nil
        }
        let known = place.map { Set($0.table.names) } ?? (region == .bot ? Vocabulary.botKeys : Vocabulary.flowKeys)
        return map(OpenBlock(region, place: place, indent: 0, known: known))
    }

    func shape(of line: Line) -> LineShape {
        if let known = shapes[line.number], known.start == line.start { return known.shape }
        return freshShape(of: line)
    }

    // Maps.

    /// Reads the lines of one block, and those that are intended to belong to it although they begin at another column.
    mutating func map(_ block: OpenBlock) -> MapNode {
        let depth = blocks.open(block)
        defer { blocks.close() }
        let start = next < lines.count ? lines[next].start : file.bytes.count
        var entries = Entries(map: MapNode(entries: [], span: span(start..<start)))
        while next < lines.count {
            let shape = shape(of: lines[next])
            guard owner(of: lines[next], shape) == depth else { break }
            read(shape, at: depth, into: &entries)
        }
        return entries.map
    }

    /// The depth of the block that the next line is intended for.
    mutating func owner(of line: Line, _ shape: LineShape) -> Int {
        if let decision, decision.line == line.number, decision.start == line.start, blocks.all.count <= decision.blocks
        {
            return decision.owner
        }
        let owner = line.hasTab ? blocks.owner(ofTabbed: line, shape) : likelyOwner(of: line, shape)
        decision = (line.number, line.start, blocks.all.count, owner)
        return owner
    }

    /// Reads the next line into the block at `depth`.
    private mutating func read(_ shape: LineShape, at depth: Int, into entries: inout Entries) {
        let block = blocks.all[depth]
        let line = lines[next]
        if shape.isItem { return skipItems(line, damaging: &entries.map.isDamaged) }
        if depth == 0, isFirstStep(line, shape) { return readSteps(line, into: &entries) }
        if line.hasTab {
            lines[next] = line.moved(to: line.start, indent: block.indent)
        } else if !block.indents.contains(line.indent) {
            reportIndent(line, shape, in: block, below: entries.map.entries.last?.key.string)
            guard shape.hasColon else { return skip(line, damaging: &entries.map.isDamaged) }
            settle(line, at: depth)
        }
        if let entry = entry(lines[next], block.region) {
            blocks.note(entry.key.string, at: depth)
            keep(entry, in: &entries, block.region)
        } else {
            skip(line, damaging: &entries.map.isDamaged)
        }
    }

    /// Skips the items of a list without a key, which are reported once.
    private mutating func skipItems(_ line: Line, damaging isDamaged: inout Bool) {
        reportStrayItem(line)
        isDamaged = true
        // The first is an item, whatever its dash.
        next += 1
        while next < lines.count,
            lines[next].indent > line.indent
                || lines[next].indent == line.indent && shape(of: lines[next]).isItem
        {
            next += 1
        }
    }

    /// Reads the steps of a flow whose line `steps:` is missing, which is reported.
    private mutating func readSteps(_ line: Line, into entries: inout Entries) {
        report(
            .missingKey, "a flow does not say `steps`", at: span(line.start..<line.range.upperBound),
            label: "`steps` is missing above", help: "add a line with `steps:` before it")
        reportedLines.insert(line.number)
        blocks.note("steps", at: 0)
        // The line was not meant for the blocks that were open; now it is for this one.
        decision = nil
        let block = block(below: "steps", .flow, indent: line.indent, in: blocks.all[0])
        let key = ValueNode(
            text: SourceText("steps", file: file.path, at: line.start), isQuoted: false,
            span: span(line.start..<line.start))
        let steps = map(block)
        entries.add(Entry(key: key, value: .map(steps), span: steps.span))
    }

    /// Reads a line at a wrong column, which has been reported, as if it were at that of its block. The lines after it may
    /// begin there too, unless it is the column of another block.
    mutating func settle(_ line: Line, at depth: Int) {
        let block = blocks.all[depth]
        if blocks.all.contains(where: { $0.indent == line.indent }) {
            blocks.expect(line.indent, at: depth)
        } else {
            blocks.accept(line.indent, at: depth)
        }
        lines[next] = line.moved(to: line.start, indent: block.indent)
    }

    /// Skips a line that could not be read, and the deeper lines below it.
    mutating func skip(_ line: Line, damaging isDamaged: inout Bool) {
        isDamaged = true
        next += 1
        skipDeeper(than: line.indent)
    }

    mutating func skipDeeper(than indent: Int) {
        while next < lines.count, lines[next].indent > indent { next += 1 }
    }

    /// Reads one `key: value` with the deeper lines below it.
    private mutating func entry(_ line: Line, _ region: Region) -> Entry? {
        guard let (key, valueStart) = key(of: line, region) else { return nil }
        next += 1
        let value = self.value(of: key.string, from: valueStart, line, region)
        if case .broken? = value { skipRest(of: line) }
        return Entry(
            key: key, value: value,
            span: span(key.span.range.lowerBound..<max(key.span.range.upperBound, value?.span.range.upperBound ?? 0)))
    }

    // Repeated keys.

    /// The entries of a block so far, with their indexes by key.
    private struct Entries {
        var map: MapNode
        private var places: [String: Int] = [:]

        init(map: MapNode) { self.map = map }

        func first(_ key: String) -> Entry? { places[key].map { map.entries[$0] } }

        mutating func add(_ entry: Entry) {
            if places[entry.key.string] == nil { places[entry.key.string] = map.entries.count }
            map.entries.append(entry)
            extend(to: entry)
        }

        /// Adds the value of a repeated key, so that no part of it is lost. If the first one is empty, the second is meant.
        mutating func merge(_ entry: Entry) {
            extend(to: entry)
            map.isDamaged = true
            guard let place = places[entry.key.string] else { return }
            guard let value = map.entries[place].value else {
                map.entries[place].value = entry.value
                return
            }
            guard case .map(var first) = value, case .map(let second)? = entry.value else { return }
            first.entries += second.entries
            first.isDamaged = first.isDamaged || second.isDamaged
            map.entries[place].value = .map(first)
        }

        private mutating func extend(to entry: Entry) {
            map.span = Span(
                file: map.span.file,
                range: map.span.range.lowerBound..<max(map.span.range.upperBound, entry.span.range.upperBound))
        }
    }

    private mutating func keep(_ entry: Entry, in entries: inout Entries, _ region: Region) {
        // Repeated answers and words have their own diagnostics.
        guard region != .labelled, let first = entries.first(entry.key.string) else { return entries.add(entry) }
        // Of a line at a wrong place it is not known which block it belongs to.
        let isReported = [first, entry].contains { reportedLines.contains(file.line(at: $0.key.span.range.lowerBound)) }
        if region == .steps, first.value != nil {
            if !isReported { reportStep(entry.key, first: first.key) }
            return entries.add(entry)
        }
        if region == .steps {
            reportStep(entry.key, first: first.key)
        } else if !isReported, !entries.map.isRepeating {
            // Several repeated keys are one mistake: the name of a step, or the dash of an item, is missing.
            reportKey(entry.key, first: first.key, region)
        }
        entries.map.isRepeating = true
        entries.merge(entry)
    }
}
