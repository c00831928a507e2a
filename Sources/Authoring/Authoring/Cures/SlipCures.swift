import Diagnostics
import FlowCompiler

/// Cures of what can be read, although something else is surely meant.
enum SlipCures {
    /// What the help says in place of what is marked.
    @Sendable static func asWritten(_ context: CureContext) -> [Cure] {
        guard let word = context.diagnostic.help?.quoted(between: "write `", "`") else { return [] }
        return context.replacing(word)
    }

    /// One span of time for two that overlap.
    @Sendable static func joinedHours(_ context: CureContext) -> [Cure] {
        guard let word = context.diagnostic.help?.quoted(between: "write `", "`"), let entry = context.entry,
            case .value(let value)? = entry.value
        else { return [] }
        return context.cure("Write `\(word)`", [TextEdit(word, at: value.span)])
    }

    /// An item at the column of the item above it.
    @Sendable static func itemOut(_ context: CureContext) -> [Cure] {
        let line = context.line
        guard line.content.dash != nil else { return [] }
        let above = CursorLines(context.file).lines.prefix(line.number).last {
            $0.content.dash != nil && $0.column < line.column
        }
        guard let above else { return [] }
        let start = line.range.lowerBound
        return context.cure(
            "Move it out to column \(above.column + 1)",
            [context.edit(String(repeating: " ", count: above.column), start..<start + line.column)])
    }

    /// An answer that says itself where it leads.
    @Sendable static func answerWithStep(_ context: CureContext) -> [Cure] {
        guard let colon = context.marked.lastIndex(of: ":"), let dash = context.line.content.dash else { return [] }
        let label = context.marked[..<colon].trimmed
        let step = context.marked[colon...].dropFirst().trimmed
        let indent = context.newline + String(repeating: " ", count: dash + 2)
        return context.cure(
            "Lead the answer to `\(step)`",
            [TextEdit("label: \(label)\(indent)then: \(step)", at: context.span)])
    }

    /// What is said before the question, above it.
    @Sendable static func aboveQuestion(_ context: CureContext) -> [Cure] {
        guard let entry = context.entry, let step = context.step, let ask = step.map.entry("ask") else { return [] }
        let lines = context.text(of: entry).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let column = context.column(of: step.map)
        let outdented = lines.enumerated().map { $0.offset == 0 ? $0.element : $0.element.dropFirst(column) }
        return context.cure(
            "Move `\(entry.key.string)` above the question",
            [context.prepending(outdented.map(String.init), to: ask), context.removing(entry)])
    }

    /// An input in the body of its action's request.
    @Sendable static func sent(_ context: CureContext) -> [Cure] {
        guard let body = context.levels.lazy.compactMap({ $0.map.entry("body") }).first,
            case .map(let map)? = body.value
        else { return [] }
        let name = context.marked
        // One diagnostic may be about several inputs of the same request.
        let lines = (context.diagnostic.help ?? "").split(separator: "`").map(String.init)
            .filter { $0.hasSuffix("}") && $0.contains(": {") }
        let title = lines.count > 1 ? "Send all of them" : "Send `\(name)`"
        return context.cure(title, [context.appending(lines.isEmpty ? ["\(name): {\(name)}"] : lines, to: map)])
    }

    /// The most slots that a rule has.
    @Sendable static func allSlots(_ context: CureContext) -> [Cure] {
        guard let line = context.diagnostic.help?.quoted(between: "write `", "`"), let entry = context.entry,
            case .map(let rule)? = entry.value
        else { return [] }
        let number = line.split(separator: " ").last.map(String.init) ?? line
        if case .value(let most)? = rule.entry("at_most")?.value {
            return context.cure("Offer all of them", [TextEdit(number, at: most.span)])
        }
        return context.cure("Offer all of them", [context.appending([line], to: rule)])
    }

    /// A silence of its own for a question that a reminder asks.
    @Sendable static func ownSilence(_ context: CureContext) -> [Cure] {
        guard let root = WrittenFile(context.file)?.root, case .map(let steps)? = root.entry("steps")?.value,
            case .map(let step)? = steps.entry(context.marked)?.value
        else { return [] }
        return context.cure("Wait without an end", [context.appending(["if_silent: never"], to: step)])
    }

    /// Without a name that nothing reads, or an event to which nothing listens, and without the block that is empty then.
    @Sendable static func withoutName(_ context: CureContext) -> [Cure] {
        guard let level = context.levels.last else { return [] }
        let isAlone = level.map.entries.count == 1
        let removed = isAlone ? context.levels.dropLast().last?.entry ?? level.entry : level.entry
        return context.cure("Remove `\(context.marked)`", [context.removing(removed)])
    }
}
