import Diagnostics
import FlowCompiler

/// Cures of what a step does and where it goes.
enum StepCures {
    @Sendable static func then(_ context: CureContext) -> [Cure] {
        guard let step = context.step else { return [] }
        let steps = context.draft.index.results.steps[context.file.flowName] ?? []
        let next = steps.firstIndex(of: step.name).map { steps.dropFirst($0 + 1) }?.first
        return ["end", next].compactMap { $0 }.flatMap { target in
            context.cure("Add `then: \(target)`", [context.appending(["then: \(target)"], to: step.map)])
        }
    }

    /// Out of the form.
    @Sendable static func send(_ context: CureContext) -> [Cure] { context.replacing("send") }

    @Sendable static func removePage(_ context: CureContext) -> [Cure] {
        guard let page = context.levels.first(where: { $0.place == .form })?.entry else { return [] }
        return context.cure("Remove the page `\(page.key.string)`", [context.removing(page)])
    }

    @Sendable static func removeStep(_ context: CureContext) -> [Cure] {
        guard let step = context.step else { return [] }
        return context.cure("Remove the step `\(step.name)`", [context.removing(step.entry)])
    }

    /// What leads to a step that does nothing leads where it goes.
    @Sendable static func bypass(_ context: CureContext) -> [Cure] {
        guard let step = context.step, let target = step.map.string("then") else { return [] }
        let places = context.draft.index.occurrences(of: [.step(step.name, flow: context.file.flowName)])
        guard places.allSatisfy({ $0.span.file == context.file.path }) else { return [] }
        let edits = places.filter { $0.role == .reference }.map { TextEdit(target, at: $0.span) }
        return context.cure("Remove `\(step.name)` and lead to `\(target)`", edits + [context.removing(step.entry)])
    }

    /// The second thing in a step of its own.
    @Sendable static func split(_ context: CureContext) -> [Cure] {
        guard let step = context.step, let entry = context.entry, let removed = context.removing(entry) else {
            return []
        }
        let name = "\(step.name)-2"
        let column = context.column(of: step.map)
        let outer = String(repeating: " ", count: max(0, column - 2))
        let inner = String(repeating: " ", count: column)
        var moved = [context.text(of: entry)]
        var edits = [removed]
        if let then = step.map.entry("then"), let without = context.removing(then) {
            moved.append(context.text(of: then))
            edits.append(without)
        }
        let lines = ["\(inner)then: \(name)", "\(outer)\(name):"] + moved.map { inner + $0 }
        let end = context.file.lineRange(context.lastLine(of: step.entry))
        let place = min(end.upperBound + context.newline.utf8.count, context.file.bytes.count)
        let isAtEnd = end.upperBound == context.file.bytes.count
        let text = (isAtEnd ? context.newline : "") + lines.map { $0 + context.newline }.joined()
        edits.append(context.edit(text, place..<place))
        return context.cure("Move `\(entry.key.string)` to a step of its own", edits)
    }

    // Questions.

    @Sendable static func say(_ context: CureContext) -> [Cure] {
        guard let ask = context.step?.map.entry("ask"), context.step?.map.entry("say") == nil else { return [] }
        return context.cure("Say it instead of asking", [TextEdit("say", at: ask.key.span)])
    }

    @Sendable static func answers(_ context: CureContext) -> [Cure] {
        guard let step = context.step, let ask = step.map.entry("ask") else { return [] }
        let column = context.column(of: step.map)
        return context.cure(
            "Add answers to choose from", [context.appending(["answers: [Yes, No]"], behind: ask, at: column)])
    }

    @Sendable static func ask(_ context: CureContext) -> [Cure] {
        guard let say = context.step?.map.entry("say"), case .value? = say.value else { return [] }
        return context.cure("Ask it instead of saying it", [TextEdit("ask", at: say.key.span)])
    }

    // Conditions.

    @Sendable static func otherwise(_ context: CureContext) -> [Cure] {
        guard case .map(let when)? = context.step?.map.entry("when")?.value else { return [] }
        return context.cure("Add `otherwise: end`", [context.appending(["otherwise: end"], to: when)])
    }

    @Sendable static func otherwiseLast(_ context: CureContext) -> [Cure] {
        guard case .map(let when)? = context.step?.map.entry("when")?.value, let otherwise = when.entry("otherwise"),
            let removed = context.removing(otherwise)
        else { return [] }
        let line = context.text(of: otherwise)
        return context.cure(
            "Move `otherwise` to the end", [removed, context.appending([line], to: when)], isCertain: true)
    }

    // Cards.

    /// Each kind as an item of a list.
    @Sendable static func cards(_ context: CureContext) -> [Cure] {
        guard let level = context.levels.last else { return [] }
        let kinds = Set(KeyPlace.card.table.keys.filter { $0.group == .card }.map(\.name))
        let file = context.file
        let column = context.column(of: level.map)
        let isItem = LineText(file, file.line(at: level.map.span.range.lowerBound)).content.dash != nil
        let starts = level.map.entries.filter { kinds.contains($0.key.string) }.map(\.key.span.range.lowerBound)
        if isItem {
            let edits = starts.dropFirst().map { context.edit("- ", $0 - 2..<$0) }
            return context.cure("Make it two cards", edits)
        }
        let first = file.line(at: level.map.span.range.lowerBound)
        let last = level.map.entries.map(context.lastLine).max() ?? first
        let edits = (first...last).compactMap { number -> TextEdit? in
            let line = LineText(file, number)
            guard !line.isBlank else { return nil }
            let place = line.range.lowerBound + min(column, line.column)
            return context.edit(starts.contains(place) ? "- " : "  ", place..<place)
        }
        return context.cure("Make it two cards", edits)
    }

    @Sendable static func textCard(_ context: CureContext) -> [Cure] {
        let key = context.levels.last?.map.entry("title")?.key
        return key.map { context.cure("Begin the card with `text`", [TextEdit("text", at: $0.span)]) } ?? []
    }
}
