import Diagnostics
import FlowCompiler

/// Cures of exits and of the words that work anywhere.
enum ExitCures {
    @Sendable static func silent(_ context: CureContext) -> [Cure] {
        add(context, "if_silent") { ["if_silent:", "  after: 10 minutes", "  then: \($0)"] }
    }

    @Sendable static func other(_ context: CureContext) -> [Cure] { add(context, "if_other") { ["if_other: \($0)"] } }

    @Sendable static func failed(_ context: CureContext) -> [Cure] {
        add(context, "if_failed") { ["if_failed: \($0)"] }
    }

    /// An exit for all flows, for this flow, or for the step.
    private static func add(_ context: CureContext, _ key: String, _ lines: (String) -> [String]) -> [Cure] {
        var cures: [Cure] = []
        if let bot = context.elsewhere("Flows/bot.yaml"), let last = bot.root.entries.last {
            let other = CureContext(context.draft, Diagnostic(context.diagnostic.code, "", at: last.key.span))
            let edit = other?.appending(lines(context.person(from: nil)), to: bot.root)
            cures += context.cure("Add `\(key)` to bot.yaml", [edit])
        }
        let target = context.person(from: context.file.flowName)
        if let steps = context.levels.first?.entry, steps.key.string == "steps" {
            cures += context.cure("Add `\(key)` to the flow", [context.prepending(lines(target), to: steps)])
        }
        if let step = context.step {
            cures += context.cure("Add `\(key)` to the step", [context.appending(lines(target), to: step.map)])
        }
        return cures
    }

    @Sendable static func away(_ context: CureContext) -> [Cure] {
        guard let step = context.step else { return [] }
        return context.cure("Add `if_away: end`", [context.appending(["if_away: end"], to: step.map)])
    }

    @Sendable static func unable(_ context: CureContext) -> [Cure] {
        guard let step = context.step else { return [] }
        let target = context.person(from: context.file.flowName)
        return context.cure("Add `if_unable: \(target)`", [context.appending(["if_unable: \(target)"], to: step.map)])
    }

    /// A word by which customers get to a person.
    @Sendable static func person(_ context: CureContext) -> [Cure] {
        let target = context.person(from: nil)
        if target != "end", let level = context.levels.last, level.place == .anywhere,
            level.entry.value?.span == context.span
        {
            return context.replacing(target)
        }
        guard target != "end", let bot = context.elsewhere("Flows/bot.yaml"), let last = bot.root.entries.last,
            let other = CureContext(context.draft, Diagnostic(context.diagnostic.code, "", at: last.key.span))
        else { return [] }
        let line = "agent, help, support: \(target)"
        let edit =
            bot.root.map("anywhere").flatMap { other.appending([line], to: $0) }
            ?? other.appending(["anywhere:", "  \(line)"], to: bot.root)
        return context.cure("Lead `agent`, `help` and `support` to `\(target)`", [edit])
    }

    /// Without a word of a line of `anywhere`.
    @Sendable static func withoutWord(_ context: CureContext) -> [Cure] {
        guard let level = context.levels.last, level.place == .anywhere else { return [] }
        let words = level.entry.key.string.split(separator: ",").map(\.trimmed)
        let title = "Remove the word `\(context.marked)`"
        if words.count > 1 {
            let rest = words.filter { $0 != context.marked }.joined(separator: ", ")
            return context.cure(title, [TextEdit(rest, at: level.entry.key.span)])
        }
        let whole = level.map.entries.count == 1 ? context.levels.dropLast().last?.entry : level.entry
        return context.cure(title, [whole.flatMap(context.removing)])
    }
}
