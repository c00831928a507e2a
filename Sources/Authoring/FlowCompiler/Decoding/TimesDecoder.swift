import Diagnostics
import Expressions

/// Decodes `times`: a name that holds a list, constant slots, or a rule.
struct TimesDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func times(_ block: Block, key: Span) -> QuestionKindSyntax {
        var times = TimesSyntax(
            key: key, source: source(block, key: key), place: place(block), zone: zone(block),
            title: block.text("title"),
            image: block.image())
        beside(block, in: &times)
        return .times(times)
    }

    /// `or:` with `Label: step`, one per line.
    private func beside(_ block: Block, in times: inout TimesSyntax) {
        guard block.has("or") else { return }
        guard case .map? = block.map.entry("or")?.value, let below = block.block("or") else {
            times.isBesideDamaged = true
            if let node = block.node("or") {
                findings.reportShape(
                    "or", wants: "a block", node,
                    help: "write below it each answer with the step to which it leads, such as `None of these: call_us`"
                )
            }
            return
        }
        times.isBesideDamaged = below.map.isDamaged
        for entry in below.map.entries {
            let then = below.destination(entry)
            if then == nil { times.isBesideDamaged = true }
            times.beside.append(AnswerSyntax(label: findings.text(entry.key), then: then))
        }
    }

    private func source(_ block: Block, key: Span) -> TimesSyntax.Source {
        guard let node = block.node("times") else { return .unreadable }
        switch node {
        case .value(let value): return single(value)
        case .list(let list):
            let slots = list.items.map(slot)
            let read = slots.compactMap { $0 }
            return read.count == slots.count && !list.isDamaged ? .slots(read) : .unreadable
        case .map(let map):
            let rule = RuleDecoder(findings: findings).rule(Block(map, "`times`", at: key, findings), key: key)
            return rule.map { .rule($0) } ?? .unreadable
        case .broken: return .unreadable
        }
    }

    /// A name in braces, or one slot.
    private func single(_ value: ValueNode) -> TimesSyntax.Source {
        guard value.string.hasPrefix("{") else { return slot(.value(value)).map { .slots([$0]) } ?? .unreadable }
        let text = findings.text(value)
        return findings.isOneName(text, "times") ? .name(text) : .unreadable
    }

    /// `2026-12-01 10:00 for 45 minutes`.
    private func slot(_ node: Node) -> SlotSyntax? {
        guard case .value(let value) = node else {
            findings.reportShape("times", wants: "times", node)
            return nil
        }
        let words = value.string.split(separator: " ", maxSplits: 3)
        guard words.count >= 2, words.count != 3, words.count == 2 || words[2] == "for" else {
            reportMoment(value)
            return nil
        }
        let date: CalendarDate
        switch Literal.date(words[0]) {
        case .success(let read): date = read
        case .failure(let mistake):
            if mistake == .notADate { reportMoment(value) } else { report(mistake, String(words[0]), value) }
            return nil
        }
        guard let time = Literal.timeOfDay(words[1]), time.minutes < 1440 else {
            reportMoment(value)
            return nil
        }
        guard let length = length(words.count == 4 ? String(words[3]) : nil, value) else { return nil }
        return SlotSyntax(date: date, time: time, length: length, span: value.span)
    }

    private func length(_ words: String?, _ value: ValueNode) -> TimeLength? {
        guard let words else { return .minutes(30) }
        if let length = Literal.duration(words), length > .zero { return length }
        let end = value.string.utf8.count
        findings.report(
            .badDuration, "`\(words)` is not a length of time", at: value.text.span(end - words.utf8.count..<end),
            label: "not a length of time", help: "write \(Synonyms.duration(words) ?? "`45 minutes`")")
        return nil
    }

    private func reportMoment(_ value: ValueNode) {
        findings.report(
            .badDate, "`\(value.string)` is not a date with its time", at: value.span, label: "not a time",
            help: "write `2026-12-01 10:00` or `2026-12-01 10:00 for 45 minutes`")
    }

    private func report(_ mistake: DateMistake, _ text: String, _ value: ValueNode) {
        findings.report(.badDate, mistake.message(for: text), at: value.span, label: "not a day of the calendar")
    }

    // Additional keys.

    private func place(_ block: Block) -> PlaceSyntax? {
        guard let node = block.node("where") else { return nil }
        switch node {
        case .value(let value): return PlaceSyntax(name: findings.text(value))
        case .list, .broken:
            findings.reportShape("where", wants: "a text or a block", node)
            return nil
        case .map:
            guard let below = block.block("where") else { return nil }
            below.expectKeys(of: .venue)
            guard below.require("name"), let name = below.text("name") else { return nil }
            return PlaceSyntax(
                name: name, latitude: below.decimal("latitude", within: -90...90),
                longitude: below.decimal("longitude", within: -180...180),
                radius: below.decimal("radius", within: 0...100_000))
        }
    }

    private func zone(_ block: Block) -> Located<TimesSyntax.ZoneChoice>? {
        guard let word = block.word("zone") else { return nil }
        if word.value == "customer" { return Located(.customer, at: word.span) }
        guard let zone = findings.zone(word) else { return nil }
        return Located(.zone(zone), at: word.span)
    }
}

extension DiagnosticCollector {
    /// A time zone of the IANA database.
    func zone(_ word: Word) -> Zone? {
        if let zone = Zone(word.value) { return zone }
        report(
            .unknownWord, "there is no time zone called `\(word.value)`", at: word.span, label: "not a time zone",
            help: (Self.zone(ofCity: word.value) ?? closest(to: word.value, among: Zone.knownIdentifiers))
                .map { "did you mean `\($0)`?" } ?? "write a zone such as `Europe/Berlin`")
        return nil
    }

    /// The zone that is named for a city: `Europe/London` for `London`.
    private static func zone(ofCity city: String) -> String? {
        let name = "/" + city.lowercased().split(separator: " ").joined(separator: "_")
        return Zone.knownIdentifiers.first { $0.lowercased().hasSuffix(name) }
    }
}
