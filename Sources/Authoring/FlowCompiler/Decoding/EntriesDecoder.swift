import Diagnostics
import Expressions

/// Decodes `entries`: `intent X`, `group X`, `intent X and group Y`, `words a, b`, `contains a, b` or `event X`, with
/// their destinations.
struct EntriesDecoder {
    let findings: DiagnosticCollector

    func entries(_ block: Block) -> EntriesSyntax {
        guard let below = block.block("entries") else { return EntriesSyntax(isDamaged: block.mayHave("entries")) }
        let lines = below.map.entries.map { entry in
            EntriesSyntax.Line(
                condition: condition(entry.key), span: entry.key.span,
                destination: below.value(entry, wants: "one flow").map { findings.start($0, inBot: true) })
        }
        return EntriesSyntax(
            lines: lines, isDamaged: below.map.isDamaged || lines.contains { $0.destination == nil })
    }

    private func condition(_ key: ValueNode) -> EntriesSyntax.Condition {
        let text = key.string
        if text == "words" || text.hasPrefix("words ") {
            let words = findings.separated(key, from: "words".utf8.count)
            findings.reportContains(behindWords: key, words)
            return words.isEmpty ? missing("words", key) : .words(words)
        }
        if let contained = key.contained {
            let words = findings.contained(key)
            return words.isEmpty ? .unreadable : .contains(words, source: contained)
        }
        if text == "event" || text.hasPrefix("event ") { return event(key) }
        var link: [String: Word] = [:]
        for (part, start) in parts(of: text) {
            guard let kind = ["intent", "group"].first(where: { part == $0 || part.hasPrefix($0 + " ") }),
                link[kind] == nil
            else { return unknown(key) }
            let name = part.dropFirst(kind.count).drop { $0 == " " }
            let from = start + part.utf8.distance(from: part.startIndex, to: name.startIndex)
            guard !name.isEmpty else { return missing(kind, key) }
            link[kind] = Located(String(name), at: key.text.span(from..<from + name.utf8.count))
        }
        return .link(intent: link["intent"], group: link["group"])
    }

    private func event(_ key: ValueNode) -> EntriesSyntax.Condition {
        let name = key.string.dropFirst("event".count).drop { $0 == " " }
        guard !name.isEmpty else { return missing("event", key) }
        let from = key.string.utf8.distance(from: key.string.startIndex, to: name.startIndex)
        return .event(Located(String(name), at: key.text.span(from..<from + name.utf8.count)))
    }

    /// The parts joined by `and`, each with its byte offset.
    private func parts(of text: String) -> [(Substring, Int)] {
        guard let and = text.firstRange(of: " and ") else { return [(text[...], 0)] }
        let start = text.utf8.distance(from: text.startIndex, to: and.upperBound)
        return [(text[..<and.lowerBound], 0), (text[and.upperBound...], start)]
    }

    private func missing(_ kind: String, _ key: ValueNode) -> EntriesSyntax.Condition {
        findings.report(
            .emptyValue, "`\(kind)` says nothing", at: key.span, label: "nothing stands behind it",
            help: help(kind))
        return .unreadable
    }

    private func help(_ kind: String) -> String {
        switch kind {
        case "words": "write the words behind it, such as `words order, where is my order`"
        case "event": "write the name of an event behind it, such as `event parcel shipped`"
        default: "write the name behind it that the entry link carries, such as `\(kind) repair`"
        }
    }

    private func unknown(_ key: ValueNode) -> EntriesSyntax.Condition {
        findings.report(
            .unknownWord, "`entries` does not know `\(key.string)`", at: key.span, label: "not a way in",
            help: "write `intent X`, `group X`, `intent X and group Y`, `words a, b`, `contains a, b` or `event X`")
        return .unreadable
    }
}
