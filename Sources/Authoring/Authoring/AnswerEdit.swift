public import Diagnostics
public import FlowCompiler

/// One more answer for a question: what customers typed there, and the flow does not know yet.
public struct AnswerEdit: Sendable {
    public let label: String
    /// The label of the answer after which it is written, and to whose destination it leads; the last one, if `nil`.
    public let like: String?
    public let step: StepName

    public init(label: String, like: String?, at step: StepName) {
        self.label = label
        self.like = like
        self.step = step
    }

    /// The labels of the answers of a step, in order; empty when it has no list of answers.
    public static func labels(at step: StepName, in files: ProjectFiles) -> [String] {
        answers(at: step, in: files)?.items.map(\.label) ?? []
    }

    /// Returns the edit; `nil` when the step has no answers that are written one by one.
    public func edit(of files: ProjectFiles) -> TextEdit? {
        guard let answers = Self.answers(at: step, in: files) else { return nil }
        let wanted = like.flatMap { like in answers.items.last { $0.label == like } } ?? answers.items.last
        guard let model = wanted else { return nil }
        let file = answers.file
        let label = Self.written(label)
        switch model.form {
        case .inline: return Self.edit(", \(label)", file, at: model.span.range.upperBound)
        case .entry(let destination):
            return Self.line("\(label): \(destination)", below: model.span, in: file, at: model.column)
        case .item: return Self.line("- \(label)", below: model.span, in: file, at: model.column)
        case .block(let destination):
            let then = destination.map { ["  then: \($0)"] } ?? []
            return Self.line(
                (["- label: \(label)"] + then).joined(separator: "\n" + String(repeating: " ", count: model.column)),
                below: model.span, in: file, at: model.column)
        }
    }

    // What is written.

    private struct Item {
        enum Form {
            case inline, item
            case entry(String)
            case block(String?)
        }

        let label: String
        let form: Form
        let span: Span
        let column: Int
    }

    private static func answers(at step: StepName, in files: ProjectFiles) -> (file: SourceFile, items: [Item])? {
        for file in files.texts where !file.isTranslation && file.flowName == step.flow {
            guard let steps = WrittenFile(file)?.root?.map("steps"),
                case .map(let map)? = steps.entry(step.step)?.value, let answers = map.entry("answers")?.value
            else { continue }
            let items = items(of: answers, in: file)
            return items.isEmpty ? nil : (file, items)
        }
        return nil
    }

    private static func items(of node: Node, in file: SourceFile) -> [Item] {
        switch node {
        case .map(let map):
            map.entries.compactMap { entry in
                guard case .value(let destination)? = entry.value else { return nil }
                return Item(
                    label: entry.key.string, form: .entry(destination.string), span: entry.span,
                    column: column(of: entry.key.span.range.lowerBound, in: file))
            }
        case .list(let list): list.items.compactMap { item(of: $0, of: list, in: file) }
        case .value, .broken: []
        }
    }

    private static func item(of node: Node, of list: ListNode, in file: SourceFile) -> Item? {
        let isInline = file.bytes[list.span.range.lowerBound] == UInt8(ascii: "[")
        switch node {
        case .value(let value):
            let column = column(ofLineAt: value.span.range.lowerBound, in: file)
            return Item(label: value.string, form: isInline ? .inline : .item, span: value.span, column: column)
        case .map(let map):
            guard !isInline, map.entry("each") == nil, case .value(let label)? = map.entry("label")?.value else {
                return nil
            }
            var destination: String?
            if case .value(let then)? = map.entry("then")?.value { destination = then.string }
            let column = column(ofLineAt: map.span.range.lowerBound, in: file)
            return Item(label: label.string, form: .block(destination), span: map.span, column: column)
        case .list, .broken: return nil
        }
    }

    private static func column(of offset: Int, in file: SourceFile) -> Int {
        offset - file.lineRange(file.line(at: offset)).lowerBound
    }

    /// The number of spaces before the first sign of a line.
    private static func column(ofLineAt offset: Int, in file: SourceFile) -> Int {
        LineText(file, file.line(at: offset)).column
    }

    // Writing.

    private static func line(_ text: String, below span: Span, in file: SourceFile, at column: Int) -> TextEdit {
        let last = file.line(at: max(span.range.lowerBound, span.range.upperBound - 1))
        let indent = String(repeating: " ", count: column)
        return edit("\n\(indent)\(text)", file, at: file.lineRange(last).upperBound)
    }

    private static func edit(_ text: String, _ file: SourceFile, at offset: Int) -> TextEdit {
        TextEdit(text.replacing("\n", with: file.lineBreak), at: Span(file: file.path, range: offset..<offset))
    }

    /// The label as it can be written anywhere: in quotes when a sign in it could be read as something else.
    private static func written(_ label: String) -> String {
        let words = label.filter { !"\"\\{}".contains($0) }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let ended = words.reversed().drop { ".!,;:".contains($0) }.reversed()
        let first = ended.first.map { String($0).uppercased() } ?? ""
        let text = first + String(ended).dropFirst()
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || " ’'".unicodeScalars.contains($0)
        }
        let isWord = text.unicodeScalars.first?.properties.isAlphabetic ?? false
        let isTaken = ["yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
        if isPlain, isWord, !isTaken { return text }
        return "\"\(text)\""
    }
}
