import Diagnostics
import Expressions

/// Decodes `bot.yaml`.
struct BotDecoder {
    let findings: DiagnosticCollector
    /// The records of Config/actions.yaml.
    var actions = ActionsSyntax()

    func bot(_ root: MapNode?, file: String) -> BotSyntax {
        let beginning = Span(file: file, range: 0..<0)
        // A file that could not be read may contain anything.
        let map = root ?? MapNode(entries: [], span: beginning, isDamaged: true)
        let block = Block(map, "bot.yaml", at: map.entries.first?.key.span ?? beginning, findings)
        block.expectKeys(of: .bot)
        block.require("bot", help: "add `bot:` with the name of your bot")
        block.require("zone", help: "add `zone:` with a time zone such as `Europe/Berlin`")
        block.require("start", help: "add `start:` with the name of the default flow")
        let (hours, people) = (hours(block), people(block))
        let records = RecordsDecoder(findings: findings, known: actions.records).records(block)
        let types = TypeReader(
            records: [:], known: actions.records.merging(records.types) { first, _ in first },
            mayHaveOthers: actions.isDamaged || records.isDamaged, findings: findings)
        let facts = FactsDecoder(findings: findings).facts(block, types)
        var bot = BotSyntax(
            file: file, name: block.text("bot"), business: block.text("business"),
            zone: block.word("zone").flatMap(findings.zone) ?? .utc,
            currency: block.word("currency").flatMap(findings.currency),
            region: block.word("region").flatMap(findings.region), languages: languages(block),
            start: block.value("start", wants: "one flow").map { findings.start($0, inBot: true) },
            notice: block.text("notice"), entries: EntriesDecoder(findings: findings).entries(block),
            expires: expires(block), oldTaps: block.choice("old_taps", as: OldTapsWord.self)?.value ?? .explain,
            anywhere: AnywhereDecoder(findings: findings).anywhere(block, inBot: true),
            exits: ExitsDecoder(findings: findings, inBot: true).exits(block), hours: hours.weeks,
            people: people.queues, facts: facts.facts, areFactsDamaged: facts.isDamaged,
            areHoursDamaged: hours.isDamaged, arePeopleDamaged: people.isDamaged, texts: texts(block),
            head: block.place)
        bot.records = records.types
        bot.areRecordsDamaged = records.isDamaged
        bot.results = ResultsDecoder(findings: findings, types: types).results(block)
        bot.events = EventsDecoder(findings: findings).events(block, types)
        bot.greetsOnWeb = greetsOnWeb(block)
        bot.replies = replies(block)
        return bot
    }

    private func greetsOnWeb(_ block: Block) -> Bool {
        guard let below = block.block("web") else { return false }
        below.expectKeys(of: .botWeb)
        return below.yesNo("greets") ?? false
    }

    private func expires(_ block: Block) -> TimeLength {
        block.duration("expires", within: .hours(1)...(.days(400)), "1 hour to 400 days")?.value ?? .days(30)
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

    private func hours(_ block: Block) -> (weeks: [WeekSyntax], isDamaged: Bool) {
        guard let below = block.block("hours") else { return ([], block.mayHave("hours")) }
        let decoder = WeekDecoder(findings: findings)
        return (below.map.entries.map { decoder.week($0, in: below) }, below.map.isDamaged)
    }

    private func people(_ block: Block) -> (queues: [QueueSyntax], isDamaged: Bool) {
        guard let below = block.block("people") else { return ([], block.mayHave("people")) }
        return (below.map.entries.map { queue($0, in: below) }, below.map.isDamaged)
    }

    private func queue(_ entry: Entry, in below: Block) -> QueueSyntax {
        var queue = QueueSyntax(name: Located(entry.key.string, at: entry.key.span))
        guard entry.value != nil, let block = below.block(entry, "a queue of people") else { return queue }
        block.expectKeys(of: .queue)
        queue.hours = block.word("hours")
        queue.address = block.word("address")?.value
        return queue
    }

    private func replies(_ block: Block) -> [ReplySyntax] {
        guard let below = block.block("replies") else { return [] }
        return below.map.entries.compactMap { entry in
            guard let block = below.block(entry, "a reply of people") else { return nil }
            block.expectKeys(of: .reply)
            block.require("say", help: "add `say:` with the text")
            return ReplySyntax(
                name: Located(entry.key.string, at: entry.key.span), text: block.text("say"),
                shortcut: block.word("shortcut"), queue: block.word("queue"))
        }
    }

    private func texts(_ block: Block) -> [(key: Word, text: TextSyntax)] {
        guard let below = block.block("texts") else { return [] }
        below.expectKeys(of: .botTexts)
        return below.map.entries.compactMap { entry in
            guard KeyPlace.botTexts.table.has(entry.key.string) else { return nil }
            return below.value(entry, wants: "a text").map {
                (Located(entry.key.string, at: entry.key.span), findings.text($0))
            }
        }
    }
}

extension DiagnosticCollector {
    /// A region of ISO 3166.
    fileprivate func region(_ word: Word) -> RegionCode? {
        if let region = RegionCode(word.value), region.code == word.value { return region }
        report(
            .unknownWord, "there is no region called `\(word.value)`", at: word.span, label: "not the code of a region",
            help: RegionCode(word.value).map { "did you mean `\($0.code)`?" }
                ?? "write two letters such as `US` or `IE`")
        return nil
    }
}

extension Character {
    fileprivate var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
