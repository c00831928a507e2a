import Diagnostics

/// The replies of people name queues of bot.yaml, and the shortcut of each is one word that no other has.
struct Replies: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let bot = analysis.project.bot
        var taken: [String: Word] = [:]
        return bot.replies.flatMap { reply in
            var found: [Diagnostic] = []
            if let queue = reply.queue, !bot.arePeopleDamaged, let unknown = unknown(queue, bot) {
                found.append(unknown)
            }
            guard let shortcut = reply.shortcut else { return found }
            guard shortcut.value.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else {
                return found + [bad(shortcut)]
            }
            if let other = taken[shortcut.value.lowercased()] {
                found.append(same(shortcut, other))
            } else {
                taken[shortcut.value.lowercased()] = shortcut
            }
            return found
        }
    }

    private func unknown(_ queue: Word, _ bot: BotSyntax) -> Diagnostic? {
        let names = bot.people.map(\.name.value)
        guard !names.contains(queue.value) else { return nil }
        return Diagnostic(
            .unknownQueue, "no people are called `\(queue.value)`", at: queue.span, label: "no such queue",
            help: suggestion(for: queue.value, among: names, are: "the people are")
                ?? "add it below `people:` in bot.yaml")
    }

    private func bad(_ shortcut: Word) -> Diagnostic {
        Diagnostic(
            .badShortcut, "`\(shortcut.value)` is not one word", at: shortcut.span, label: "not one word",
            help: "write one word of letters and digits, such as `hours`")
    }

    private func same(_ shortcut: Word, _ other: Word) -> Diagnostic {
        Diagnostic(
            .sameShortcut, "another reply has the shortcut `\(shortcut.value)`", at: shortcut.span,
            label: "the same shortcut", help: "give one of them another",
            related: [Diagnostic.Related("the other one", at: other.span)])
    }
}
