import Diagnostics
import Expressions

/// Makes the bot of `bot.yaml`.
struct BotDecoder {
    let findings: Findings

    private static let keys = [
        "bot", "business", "zone", "currency", "languages", "start", "notice", "anywhere", "if_silent", "if_other",
        "if_failed", "hours", "people", "texts",
    ]
    private static let laterKeys = ["entries", "customer", "expires", "old_taps"]

    /// The keys of `texts`.
    static let textKeys = [
        "choose_hint", "skip_word", "number_hint", "old_tap", "sign_in_link", "pay_link", "goodbye", "send_word",
        "change_word",
    ]

    func bot(_ root: MapNode?, file: String) -> BotSyntax {
        let beginning = Span(file: file, range: 0..<0)
        let block = Block(
            root ?? MapNode(entries: [], span: beginning), "bot.yaml", at: root?.entries.first?.key.span ?? beginning,
            findings)
        if root != nil {
            block.expectKeys(Self.keys, later: Self.laterKeys)
            block.require("bot")
            block.require("zone", help: "add `zone:` with a time zone such as `Europe/Berlin`")
            block.require("start", help: "add `start:` with the name of the default flow")
        }
        return BotSyntax(
            file: file, name: block.text("bot"), business: block.text("business"),
            zone: block.word("zone").flatMap(findings.zone) ?? .utc, currency: currency(block),
            languages: languages(block), start: block.destination("start", inBot: true), notice: block.text("notice"),
            anywhere: AnywhereDecoder(findings: findings).anywhere(block, inBot: true),
            exits: ExitsDecoder(findings: findings).exits(block, inBot: true), hours: hours(block),
            people: people(block), texts: texts(block), head: block.place)
    }

    private func currency(_ block: Block) -> Currency? {
        guard let word = block.word("currency") else { return nil }
        if let currency = Currency(word.value) { return currency }
        findings.report(
            .unknownWord, "there is no currency called `\(word.value)`", at: word.span, label: "not a currency",
            help: closest(to: word.value, among: Currency.codes).map { "did you mean `\($0)`?" }
                ?? "write three letters such as `EUR`")
        return nil
    }

    private func languages(_ block: Block) -> [Word] {
        (block.words("languages") ?? []).filter { word in
            let parts = word.value.split(separator: "-", omittingEmptySubsequences: false)
            let isCode = (2...3).contains(parts[0].count) && parts.allSatisfy { $0.allSatisfy(\.isASCIILetterOrDigit) }
            if !isCode {
                findings.report(
                    .unknownWord, "`\(word.value)` is not the code of a language", at: word.span,
                    label: "not a language code", help: "write codes such as `en` or `de`")
            }
            return isCode
        }
    }

    private func hours(_ block: Block) -> [WeekSyntax] {
        guard let below = block.block("hours") else { return [] }
        return below.map.entries.compactMap { entry in
            guard let week = below.block(entry.key.string) else { return nil }
            return WeekSyntax(
                name: Located(entry.key.string, at: entry.key.span),
                lines: week.map.entries.compactMap { WeekDecoder(findings: findings).line($0, in: week) })
        }
    }

    private func people(_ block: Block) -> [QueueSyntax] {
        guard let below = block.block("people") else { return [] }
        return below.map.entries.compactMap { entry in
            let name = Located(entry.key.string, at: entry.key.span)
            guard entry.value != nil else { return QueueSyntax(name: name) }
            guard let queue = below.block(entry.key.string, "a queue of people") else { return nil }
            queue.expectKeys(["hours", "address"])
            return QueueSyntax(name: name, hours: queue.word("hours"), address: queue.word("address")?.value)
        }
    }

    private func texts(_ block: Block) -> [(key: Word, text: TextSyntax)] {
        guard let below = block.block("texts") else { return [] }
        below.expectKeys(Self.textKeys)
        return below.map.entries.compactMap { entry in
            guard Self.textKeys.contains(entry.key.string), let text = below.text(entry.key.string) else { return nil }
            return (Located(entry.key.string, at: entry.key.span), text)
        }
    }
}

extension Character {
    fileprivate var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
