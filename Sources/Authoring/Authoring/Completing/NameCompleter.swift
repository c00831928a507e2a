import Diagnostics
import Expressions
import FlowCompiler

/// Names that hold values, their fields and formats.
struct NameCompleter {
    let draft: Draft
    let cursor: Cursor
    private let values: [Insight.NamedValue]
    /// The variables of the `each` around the place, with their lists.
    private let variables: [(name: String, list: String)]

    init(draft: Draft, cursor: Cursor) {
        self.draft = draft
        self.cursor = cursor
        variables = cursor.surroundings.variables + Self.variables(ofTextTranslatedAt: cursor, draft)
        values = draft.compilation.insight.names(of: cursor.surroundings.flow)
    }

    /// In a translation, the variables are those around the text in its flow.
    private static func variables(ofTextTranslatedAt cursor: Cursor, _ draft: Draft) -> [(name: String, list: String)] {
        guard cursor.file.isTranslation, let flow = cursor.surroundings.flow else { return [] }
        let keys = cursor.surroundings.path
        guard
            let text = draft.compilation.insight.wordings(of: flow).first(where: { keys.contains($0.name) }),
            let source = draft.file(text.span.file)
        else { return [] }
        return Cursor(source, at: text.span.range.lowerBound)?.surroundings.variables ?? []
    }

    /// What can stand in braces that begin before a byte of the file.
    func insert(from start: Int) -> [Completion] {
        let text = cursor.file.text(in: start..<cursor.offset)
        if let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) {
            let after = text.utf8.distance(from: text.startIndex, to: comma) + 1
            let blanks = text.utf8.dropFirst(after).prefix { $0 == 0x20 }.count
            return formats(of: text[..<comma].trimmed, from: start + after + blanks)
        }
        return path(from: start)
    }

    /// A name, or a field of one, that begins at a byte of the file.
    func path(from start: Int) -> [Completion] {
        let text = cursor.file.text(in: min(start, cursor.offset)..<cursor.offset)
        guard let point = text.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return roots(at: cursor.range(from: start))
        }
        let span = cursor.range(from: start + text.utf8.distance(from: text.startIndex, to: point) + 1)
        return (type(of: Name(String(text[..<point])))?.fields ?? []).map { field in
            Completion(
                field.name, .field, detail: field.isOptional ? "\(field.type.word), may be empty" : field.type.word,
                edit: TextEdit(field.name, at: span))
        }
    }

    private func roots(at span: Span) -> [Completion] {
        let repeated = variables.reversed().map { variable in
            Completion(
                variable.name, .name, detail: itemType(of: variable.list).word, edit: TextEdit(variable.name, at: span))
        }
        return repeated + inputsOfAction(at: span)
            + values.map { value in
                Completion(value.name, .name, detail: detail(of: value), edit: TextEdit(value.name, at: span))
            }
    }

    /// In Config/actions.yaml the names are the inputs of the action.
    private func inputsOfAction(at span: Span) -> [Completion] {
        guard let action = cursor.surroundings.action, let file = draft.files.actions else { return [] }
        let takes = WrittenFile(file)?.root?.map("actions")?.map(action)?.map("takes")?.entries ?? []
        return takes.map { Completion($0.key.string, .input, edit: TextEdit($0.key.string, at: span)) }
    }

    private func detail(of value: Insight.NamedValue) -> String {
        guard let flow = cursor.surroundings.flow, let step = cursor.surroundings.step, value.span != nil,
            draft.compilation.insight.mayBeEmpty(value.name, at: step, of: flow) == true
        else { return value.type.word }
        return "\(value.type.word), may be empty here"
    }

    /// The type of a name; `nil` when it is not known.
    func type(of name: Name) -> ValueType? {
        var type =
            variables.last { $0.name == name.root }.map { itemType(of: $0.list) }
            ?? values.first { $0.name == name.root }?.type
        for field in name.fields { type = type?.fields.first { $0.name == field }?.type }
        return type
    }

    private func itemType(of list: String) -> ValueType {
        let path = Name(list)
        // The list of an inner `each` may be a field of the variable of an outer one.
        let outer = variables.prefix { $0.list != list }.last { $0.name == path.root }
        var type = outer.map { itemType(of: $0.list) } ?? values.first { $0.name == path.root }?.type
        for field in path.fields { type = type?.fields.first { $0.name == field }?.type }
        if case .list(let item)? = type { return item ?? .unknown }
        return .unknown
    }

    private func formats(of name: String, from start: Int) -> [Completion] {
        let type = type(of: Name(name)) ?? .unknown
        let known = Name(name).isHours ? ValueFormat.ofHours : ValueFormat.words(for: type)
        let all: [ValueType] = [.time, .date, .number, .money, .text, .list(nil)]
        let others = all.flatMap { ValueFormat.words(for: $0) }.filter { !known.contains($0) }
        var seen: Set<String> = []
        let span = cursor.toEndOfFormat(from: start)
        return (known + ["or nothing", "plural", "select"] + others).filter { seen.insert($0).inserted }.map {
            Completion($0, .format, edit: TextEdit($0, at: span))
        }
    }

    /// Names that `set` may give a value: those of the flow, and facts about the customer.
    func settable(at span: Span, ending: String) -> [Completion] {
        let facts = values.first { $0.name == "customer" }?.type.fields.map { "customer.\($0.name)" } ?? []
        let own = values.filter { $0.span != nil }.map(\.name)
        let referenced = Set(
            draft.index.occurrences.compactMap { occurrence -> String? in
                guard case .name(let name, let flow) = occurrence.thing, flow == cursor.surroundings.flow else {
                    return nil
                }
                return name
            })
        var seen: Set<String> = []
        return (own + referenced.sorted() + facts).filter { seen.insert($0).inserted }.map {
            Completion($0, .name, edit: TextEdit($0 + ending, at: span))
        }
    }

    /// `item in basket.items`: the names after `in`.
    func lists(from start: Int) -> [Completion] {
        let written = cursor.file.text(in: min(start, cursor.offset)..<cursor.offset)
        let words = written.split(separator: " ", omittingEmptySubsequences: false)
        if words.count == 2 {
            return [
                Completion("in", .word, edit: TextEdit("in ", at: cursor.range(from: start + words[0].utf8.count + 1)))
            ]
        }
        guard words.count >= 3 else { return [] }
        return path(from: start + words[0].utf8.count + words[1].utf8.count + 2)
    }
}

extension Cursor {
    /// From a byte to the end of the words that the cursor stands in.
    func toEndOfFormat(from start: Int) -> Span {
        var end = offset
        while end < line.range.upperBound, file.bytes[end] == 0x20 || file.bytes[end].isWordByte { end += 1 }
        while end > offset, file.bytes[end - 1] == 0x20 { end -= 1 }
        return Span(file: file.path, range: min(start, offset)..<end)
    }
}
