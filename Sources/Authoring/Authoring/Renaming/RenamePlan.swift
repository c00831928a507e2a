import Diagnostics
import Expressions
import FlowCompiler

/// The edits that give something another name everywhere.
struct RenamePlan {
    let draft: Draft
    let index: Index
    /// The thing, and what is always renamed with it.
    let things: Set<Thing>
    let name: String

    func change() throws(Refusal) -> Change {
        try checkName()
        let places = index.occurrences(of: things).filter { $0.role != .former }
        var edits = edits(of: places)
        for case .step(let step, let flow) in things { edits += keepingOldName(step, flow) }
        let translated = translatedVariables + translatedKeys(after: edits)
        edits += translated + fingerprints(after: edits)
        let change = Change(edits.inOrder(), moves: moves)
        try checkResult(of: change)
        return change
    }

    // What is refused.

    private func checkName() throws(Refusal) {
        for thing in things.sorted(by: { $0.kind < $1.kind }) {
            let renamed = thing.called(name)
            if index.isDeclared(renamed) { throw Refusal("there is already \(thing.kind) called `\(name)`") }
            guard isValid(for: thing) else {
                throw Refusal(
                    "\(thing.kind) cannot be called `\(name)`: letters, digits, `-` and `_`, beginning with a letter")
            }
            if case .name(_, let flow) = thing, hidden(in: flow) {
                throw Refusal("`\(name)` is already the variable of an `each`")
            }
        }
    }

    private func isValid(for thing: Thing) -> Bool {
        switch thing {
        case .queue, .week, .event: Name.isIdentifier(name.replacing(" ", with: "-")) && name == name.trimmed
        default: Name.isIdentifier(name)
        }
    }

    /// Whether an `each` of the flow has a variable of the new name, which would hide the renamed value.
    private func hidden(in flow: String) -> Bool {
        index.occurrences.contains { occurrence in
            guard case .variable(let variable, let file, _) = occurrence.thing else { return false }
            return variable == name && SourceFile(path: file, bytes: []).flowName == flow
        }
    }

    /// The project must not have errors afterwards that it does not have now.
    private func checkResult(of change: Change) throws(Refusal) {
        let before = draft.diagnostics.filter { $0.severity == .error }
        let after = draft.applying(change).diagnostics.filter { $0.severity == .error }
        guard after.count > before.count else { return }
        let known = Dictionary(grouping: before, by: \.code).mapValues(\.count)
        let found = Dictionary(grouping: after, by: \.code)
        guard let new = after.first(where: { (found[$0.code]?.count ?? 0) > (known[$0.code] ?? 0) }) else { return }
        throw Refusal(new.message)
    }

    // Edits.

    private func edits(of places: [Occurrence]) -> [TextEdit] {
        let bySpan = Dictionary(grouping: places, by: \.span)
        var lists: Set<Span> = []
        return places.flatMap { place -> [TextEdit] in
            switch place.spelling {
            case .plain:
                return bySpan[place.span]?.first?.thing == place.thing ? [TextEdit(name, at: place.span)] : []
            case .dashed: return [TextEdit(name.replacing(" ", with: "-"), at: place.span)]
            case .shared(let whole): return lists.insert(whole).inserted ? separated(whole) : []
            }
        }
    }

    /// `using: [a, b]` where one side of a word is renamed: a block with both names, or the same list when both sides
    /// are renamed.
    private func separated(_ whole: Span) -> [TextEdit] {
        guard let file = draft.file(whole.file) else { return [] }
        let shared = index.occurrences.filter { $0.spelling == .shared(whole) }
        let spans = Set(shared.map(\.span)).sorted { $0.range.lowerBound < $1.range.lowerBound }
        let sides = spans.map { span in
            let here = shared.filter { $0.span == span }
            let word = file.text(in: span.range)
            // The input comes first, then the value.
            let input = here.first.map { things.contains($0.thing) } == true ? name : word
            let value = here.last.map { things.contains($0.thing) } == true ? name : word
            return (span, input, value)
        }
        if sides.allSatisfy({ $0.1 == $0.2 }) {
            return sides.filter { file.text(in: $0.0.range) != $0.1 }.map { TextEdit($0.1, at: $0.0) }
        }
        let start = endOfKey(before: whole, in: file)
        let key = LineText(file, file.line(at: max(0, start - 1)))
        let indent = String(repeating: " ", count: key.column + 2)
        let block = sides.map { "\n\(indent)\($0.1): {\($0.2)}" }.joined()
        return [TextEdit(block, at: Span(file: whole.file, range: start..<whole.range.upperBound))]
    }

    /// The byte behind the colon of the key that a value belongs to.
    private func endOfKey(before value: Span, in file: SourceFile) -> Int {
        file.bytes[..<value.range.lowerBound].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? value.range.lowerBound
    }

    // Former names.

    /// The edits that note the old name of a published step.
    private func keepingOldName(_ step: String, _ flow: String) -> [TextEdit] {
        guard
            let declared = index.occurrences.first(where: {
                $0.thing == .step(step, flow: flow) && $0.role == .declaration
            }),
            let file = draft.file(declared.span.file), let written = WrittenFile(file),
            let entry = written.root?.map("steps")?.entries.first(where: { $0.key.string == step })
        else { return [] }
        return WasEdit(file: file, step: entry).edits(
            adding: draft.published.contains(StepName(flow: flow, step: step)) ? step : nil, removing: name)
    }

    // Translations.

    /// The keys of translations whose texts have other names afterwards.
    private func translatedKeys(after edits: [TextEdit]) -> [TextEdit] {
        let translations = draft.files.texts.filter(\.isTranslation)
        return draft.files.texts.filter { !$0.isTranslation }.flatMap { file -> [TextEdit] in
            let own = edits.filter { $0.span.file == file.path }
            guard !own.isEmpty, let before = WrittenFile(file)?.textNames,
                let after = WrittenFile(file.applying(own))?.textNames
            else { return [] }
            let renamed = renamed(before.map(\.name), after.map(\.name))
            return translations.filter { $0.flowName == file.flowName }.flatMap { translation in
                keys(renamed, in: translation)
            }
        }
    }

    /// The new names of texts by their old ones. A line that notes an earlier name is a text of its own.
    private func renamed(_ before: [String], _ after: [String]) -> [String: String] {
        let old = before.filter { !$0.hasSuffix(".was") && !$0.contains(".was.") }
        let new = after.filter { !$0.hasSuffix(".was") && !$0.contains(".was.") }
        guard old.count == new.count else { return [:] }
        return Dictionary(zip(old, new).filter { $0 != $1 }) { first, _ in first }
    }

    /// The fingerprints of texts that have the new name in them, where the translation fitted the text before.
    private func fingerprints(after edits: [TextEdit]) -> [TextEdit] {
        let translations = draft.files.texts.filter(\.isTranslation)
        guard !translations.isEmpty, !edits.isEmpty else { return [] }
        let after = draft.applying(Change(edits.inOrder(), moves: moves)).compilation.insight
        return Dictionary(grouping: translations, by: \.flowName).sorted { $0.key < $1.key }.flatMap { flow, files in
            let before = draft.compilation.insight.wordings(of: flow)
            let now = after.wordings(of: things.contains(.flow(flow)) ? name : flow)
            guard before.count == now.count else { return [TextEdit]() }
            let changed = zip(before, now).filter { $0.fingerprint != $1.fingerprint }.map { ($0.name, ($0, $1)) }
            let texts = Dictionary(changed) { first, _ in first }
            return files.flatMap { file in
                (WrittenFile(file)?.root?.map("texts")?.entries ?? []).flatMap { entry in
                    texts[entry.key.string].map { fingerprint(in: entry, of: file, $0.0.fingerprint, $0.1) } ?? []
                }
            }
        }
    }

    private typealias Text = (name: String, text: String, fingerprint: String, span: Span)

    private func fingerprint(in entry: Entry, of file: SourceFile, _ old: String, _ now: Text) -> [TextEdit] {
        guard case .map(let block)? = entry.value, case .value(let of)? = block.entry("of")?.value,
            of.string.lowercased() == old
        else { return [] }
        let edit = TextEdit(now.fingerprint, at: of.span)
        // The line above has the source, as `usher fmt` maintains it.
        let above = file.line(at: entry.key.span.range.lowerBound) - 1
        guard above >= 0, !now.text.contains("\n") else { return [edit] }
        let comment = LineText(file, above)
        let written = comment.text.drop { $0 == " " }
        guard written.hasPrefix("#"), Fingerprint.of(String(written.dropFirst())) == old else { return [edit] }
        let start = comment.range.lowerBound + comment.column
        return [edit, TextEdit("# \(now.text)", at: Span(file: file.path, range: start..<comment.range.upperBound))]
    }

    /// The variable of an `each` in the translations of the texts that have it.
    private var translatedVariables: [TextEdit] {
        things.flatMap { thing -> [TextEdit] in
            guard case .variable(let old, let path, _) = thing else { return [] }
            let flow = SourceFile(path: path, bytes: []).flowName
            let places = index.occurrences(of: [thing]).map(\.span)
            let texts = draft.compilation.insight.wordings(of: flow).filter { places.contains(where: $0.span.contains) }
            let names = Set(texts.map(\.name))
            return draft.files.texts.filter { $0.isTranslation && $0.flowName == flow }.flatMap { translation in
                (WrittenFile(translation)?.root?.map("texts")?.entries ?? []).filter { names.contains($0.key.string) }
                    .flatMap { entry in variable(old, in: entry) }
            }
        }
    }

    private func variable(_ old: String, in translated: Entry) -> [TextEdit] {
        guard case .map(let block)? = translated.value, case .value(let text)? = block.entry("text")?.value else {
            return []
        }
        return Template.parse(text.string).template.inserts.filter { $0.name.root == old }.map { insert in
            let start = insert.nameRange.lowerBound
            return TextEdit(name, at: text.text.span(start..<start + old.utf8.count))
        }
    }

    private func keys(_ renamed: [String: String], in translation: SourceFile) -> [TextEdit] {
        (WrittenFile(translation)?.root?.map("texts")?.entries ?? []).compactMap { entry in
            let key = entry.key
            return renamed[key.string].map { TextEdit($0, at: key.text.span(0..<key.string.utf8.count)) }
        }
    }

    // Files.

    private var moves: [Change.Move] {
        things.flatMap { thing -> [Change.Move] in
            guard case .flow(let flow) = thing else { return [] }
            return (draft.files.texts + draft.transcripts).filter { $0.flowName == flow }.map { file in
                let folder = file.path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
                let rest = (file.path.split(separator: "/").last ?? "").dropFirst(flow.count)
                return Change.Move(from: file.path, to: "\(folder)\(name)\(rest)")
            }
        }
    }
}

extension [TextEdit] {
    /// By file and position, without duplicates.
    func inOrder() -> [TextEdit] {
        var seen: Set<TextEdit> = []
        return filter { seen.insert($0).inserted }.enumerated().sorted { left, right in
            (left.element.span.file, left.element.span.range.lowerBound, left.offset)
                < (right.element.span.file, right.element.span.range.lowerBound, right.offset)
        }.map(\.element)
    }
}
