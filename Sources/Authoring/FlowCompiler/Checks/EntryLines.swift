import Diagnostics
import Expressions

/// Every line of `entries` can match: its conditions are unique, and are not anywhere words.
struct EntryLines: Check {
    /// Words that always end the conversation, and those that lead to the default flow.
    private static let goodbyes = ["stop", "end", "unsubscribe"]
    private static let menus = ["menu", "list", "?"]

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let bot = analysis.project.bot
        var owners: [String: (leadsTo: String, span: Span)] = [:]
        for line in bot.anywhere.lines where !line.isContained {
            for word in line.words {
                owners["words \(word.value.lowercased())"] = (line.destination?.text ?? "another step", word.span)
            }
        }
        return contained(bot)
            + bot.entries.lines.flatMap { line in
                line.keys.compactMap { key, name, span -> Diagnostic? in
                    if case .words = line.condition, let word = ordinary(name, span) { return word }
                    if let owner = owners[key] { return taken(name, span, owner) }
                    owners[key] = (line.destination?.text ?? "another flow", span)
                    return nil
                }
            }
    }

    /// Words inside the first message; those of `anywhere` come before them.
    private func contained(_ bot: BotSyntax) -> [Diagnostic] {
        let ofEntries = bot.entries.lines.compactMap { line -> ContainedLines.Line? in
            guard case .contains(let words, _) = line.condition else { return nil }
            return ContainedLines.Line(words: words, leadsTo: line.destination?.text ?? "another flow")
        }
        guard !ofEntries.isEmpty else { return [] }
        let lines = bot.anywhere.lines.filter(\.isContained).map(ContainedLines.Line.init) + ofEntries
        let own = Set(ofEntries.flatMap { $0.words.map(\.span) })
        return ContainedLines(language: bot.languages.first?.value ?? "en").diagnose(lines)
            .filter { own.contains($0.span) }
    }

    /// The diagnostic for words with a meaning in every bot.
    private func ordinary(_ word: String, _ span: Span) -> Diagnostic? {
        if Self.goodbyes.contains(word.lowercased()) {
            return Diagnostic(
                .reservedWord, "`\(word)` always ends the conversation", at: span, label: "belongs to the customer",
                help: "take another word")
        }
        guard Self.menus.contains(word.lowercased()) else { return nil }
        return Diagnostic(
            .wordTakenTwice, "`\(word)` already leads to the default flow", at: span, label: "works at any moment",
            help: "write it below `anywhere:` instead")
    }

    private func taken(_ name: String, _ span: Span, _ owner: (leadsTo: String, span: Span)) -> Diagnostic {
        Diagnostic(
            .wordTakenTwice, "`\(name)` already leads to `\(owner.leadsTo)`", at: span, label: "the second time",
            help: "leave it out here or there", related: [Diagnostic.Related("the first time", at: owner.span)])
    }
}

extension EntriesSyntax.Line {
    /// The conditions of the line: for comparison, by name, and with their locations.
    fileprivate var keys: [(key: String, name: String, span: Span)] {
        switch condition {
        case .words(let words): return words.map { ("words \($0.value.lowercased())", $0.value, $0.span) }
        case .link(let intent, let group):
            let parts = [intent.map { "intent \($0.value)" }, group.map { "group \($0.value)" }].compactMap { $0 }
            let name = parts.joined(separator: " and ")
            return [(name.lowercased(), name, span)]
        case .event(let name): return [("event \(name.value)", name.value, span)]
        case .contains, .unreadable: return []
        }
    }
}
