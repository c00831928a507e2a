import Diagnostics
import FlowCompiler

/// A diagnostic with what is around it in its file.
struct CureContext {
    let draft: Draft
    let diagnostic: Diagnostic
    let file: SourceFile
    /// The blocks around the place, from the outermost in, each with the entry that leads to the place.
    let levels: [Level]
    /// The value or the item at the place.
    let value: ValueNode?

    struct Level {
        let map: MapNode
        let place: KeyPlace?
        let entry: Entry
    }

    /// `nil` when the file of the diagnostic is not in the draft.
    init?(_ draft: Draft, _ diagnostic: Diagnostic) {
        guard let file = draft.file(diagnostic.span.file) else { return nil }
        self.draft = draft
        self.diagnostic = diagnostic
        self.file = file
        var path = TreePath(diagnostic.span.range.lowerBound)
        if let written = WrittenFile(file), let root = written.root { path.descend(into: root, written.place) }
        levels = path.levels
        value = path.value
    }

    var span: Span { diagnostic.span }
    /// What is marked.
    var marked: String { file.text(in: span.range.clamped(to: 0..<file.bytes.count)) }
    var line: LineText { LineText(file, file.line(at: span.range.lowerBound)) }
    /// How lines of the file end.
    var newline: String { file.lineBreak }

    /// The entry that is marked, or whose value is.
    var entry: Entry? { levels.last?.entry }

    /// The step around the place.
    var step: (name: String, entry: Entry, map: MapNode)? {
        guard let level = levels.first(where: { $0.place == .steps }), case .map(let map)? = level.entry.value else {
            return nil
        }
        return (level.entry.key.string, level.entry, map)
    }

    // Cures.

    func cure(_ title: String, _ edits: [TextEdit?], isCertain: Bool = false) -> [Cure] {
        let edits = edits.compactMap { $0 }
        return edits.isEmpty ? [] : [Cure(title, edits.inOrder(), isCertain: isCertain)]
    }

    /// Writes something else in place of what is marked, unless it has several lines: more than a word would be lost.
    func replacing(_ text: String, isCertain: Bool = false) -> [Cure] {
        if marked.contains(where: \.isNewline) { return [] }
        return cure("Replace `\(marked)` with `\(text)`", [TextEdit(text, at: span)], isCertain: isCertain)
    }

    // Edits.

    func edit(_ text: String, _ range: Range<Int>) -> TextEdit {
        TextEdit(text, at: Span(file: file.path, range: range))
    }

    /// The column of the keys of a block.
    func column(of map: MapNode) -> Int {
        guard let first = map.entries.first?.key.span.range.lowerBound else { return 0 }
        return first - file.lineRange(file.line(at: first)).lowerBound
    }

    /// New lines below the last line of a block, at the column of its keys.
    func appending(_ lines: [String], to map: MapNode) -> TextEdit? {
        guard let last = map.entries.last else { return nil }
        return appending(lines, behind: last, at: column(of: map))
    }

    /// New lines below the last line of an entry.
    func appending(_ lines: [String], behind entry: Entry, at column: Int) -> TextEdit {
        let end = lastLine(of: entry)
        let place = file.lineRange(end).upperBound
        let indent = String(repeating: " ", count: column)
        return edit(lines.map { "\(newline)\(indent)\($0)" }.joined(), place..<place)
    }

    /// New lines above an entry that begins its line.
    func prepending(_ lines: [String], to entry: Entry) -> TextEdit {
        let start = entry.key.span.range.lowerBound
        let line = file.lineRange(file.line(at: start)).lowerBound
        let indent = String(repeating: " ", count: start - line)
        return edit(lines.map { "\(indent)\($0)\(newline)" }.joined(), line..<line)
    }

    /// The last line of an entry: that of its value, or its own.
    func lastLine(of entry: Entry) -> Int {
        let range = entry.span.range
        return file.line(at: max(range.lowerBound, range.upperBound - 1))
    }

    /// Without the lines of an entry; `nil` when something else stands on them, such as the dash of an item.
    func removing(_ entry: Entry) -> TextEdit? {
        let first = LineText(file, file.line(at: entry.span.range.lowerBound))
        guard first.range.lowerBound + first.column == entry.key.span.range.lowerBound else { return nil }
        return removing(lines: first.number...lastLine(of: entry))
    }

    /// Without some lines and their line breaks.
    func removing(lines: ClosedRange<Int>) -> TextEdit {
        let start = file.lineStarts[lines.lowerBound]
        let isLast = lines.upperBound + 1 >= file.lineStarts.count
        return edit("", start..<(isLast ? file.bytes.count : file.lineStarts[lines.upperBound + 1]))
    }

    /// The text of an entry's lines, without indentation of the first and without the last line break.
    func text(of entry: Entry) -> String {
        let start = entry.key.span.range.lowerBound
        return file.text(in: start..<max(start, file.lineRange(lastLine(of: entry)).upperBound))
    }

    // The project.

    /// A step that hands over to people, as it is written in a flow; `end` when there is none.
    func person(from flow: String?) -> String {
        for other in draft.files.texts where !other.isTranslation && other.path != "Flows/bot.yaml" {
            for step in WrittenFile(other)?.root?.map("steps")?.entries ?? [] {
                guard case .map(let map)? = step.value, map.entry("hand_over") != nil else { continue }
                return other.flowName == flow ? step.key.string : "\(other.flowName)/\(step.key.string)"
            }
        }
        return "end"
    }

    /// The context of another file of the project, for edits there.
    func elsewhere(_ path: String) -> (file: SourceFile, root: MapNode)? {
        guard let file = draft.file(path), let root = WrittenFile(file)?.root else { return nil }
        return (file, root)
    }
}

/// Finds the blocks around a byte.
private struct TreePath {
    private let offset: Int
    private(set) var levels: [CureContext.Level] = []
    private(set) var value: ValueNode?

    init(_ offset: Int) { self.offset = offset }

    mutating func descend(into map: MapNode, _ place: KeyPlace?) {
        guard let entry = map.entries.last(where: { contains($0.span) }) else { return }
        levels.append(CureContext.Level(map: map, place: place, entry: entry))
        guard !contains(entry.key.span) || entry.value == nil else {
            value = entry.key
            return
        }
        let forms = place.flatMap { place in place.table[entry.key.string]?.forms ?? place.table.chosen?.forms } ?? []
        if let below = entry.value { descend(into: below, forms) }
    }

    private mutating func descend(into node: Node, _ forms: [ValueForm]) {
        switch node {
        case .value(let found): value = found
        case .map(let map):
            descend(into: map, KeyPlace.likeliest(of: forms, with: map.entries.map(\.key.string)))
        case .list(let list):
            guard let item = list.items.last(where: { contains($0.span) }) else { return }
            descend(into: item, forms.flatMap { form in if case .list(let items) = form { items } else { [form] } })
        case .broken: break
        }
    }

    private func contains(_ span: Span) -> Bool {
        span.range.contains(offset) || span.range.upperBound == offset && !span.range.isEmpty
    }
}
