import Diagnostics
import Expressions

/// Decodes the rule of `times`: the interval, the hours, and the number of days.
struct RuleDecoder {
    let findings: DiagnosticCollector

    func rule(_ block: Block, key: Span) -> TimesRuleSyntax? {
        block.expectKeys(of: .timesRule)
        block.require("every", help: "add `every:`, such as `every: 30 minutes`")
        block.require("in", help: "add `in:` with the name of your hours, or `in: 9:00 to 12:00`")
        let everyName = name("every", block)
        let lastingName = name("lasting", block)
        let every =
            everyName.map { Located(TimeLength.minutes(30), at: $0.span) }
            ?? block.duration("every", within: .minutes(5)...(.days(1)), "5 minutes to 1 day")
        let lasting =
            lastingName == nil
            ? block.duration("lasting", within: .minutes(1)...(.days(1)), "1 minute to 1 day") : nil
        let from = name("from", block, isNeeded: true)
        let more = block.text("more")
        if let more, let word = more.template.constant?.lowercased(),
            ["yes", "no", "true", "false", "on"].contains(word)
        {
            findings.report(
                .wrongShape, "`more` wants the label of an answer; customers would read `\(more.source.string)`",
                at: more.span, label: "what customers read", help: "write such as `more: Later times`",
                severity: .warning)
        }
        let places = block.count("places", from: 1, to: 100)
        let calendar = block.word("calendar")
        let hold = block.duration("hold", within: .minutes(1)...(.days(7)), "1 minute to 7 days")
        for key in ["calendar", "hold"] where !block.mayHave("places") {
            guard let span = block.key(key) else { continue }
            findings.reportUnknownKey(
                "a rule has no use for `\(key)` without `places`", at: span, label: "goes with `places`",
                help: "add `places: 1`, so that a chosen slot is taken")
        }
        let days = block.count("days", from: 1, to: 60)
        let notice = block.duration("notice", within: .zero...(.days(60)), "nothing to 60 days")
        let atMost = block.count("at_most", from: 1, to: 200)
        let except = block.text("except").flatMap { findings.isOneName($0, "except") ? $0 : nil }
        let hours = block.word("in").map { self.hours($0) }
        guard let every, let hours else { return nil }
        var rule = TimesRuleSyntax(
            key: key, every: every, hours: hours, lasting: lasting, days: days?.value ?? 7,
            notice: notice?.value ?? .hours(1), except: except, atMost: atMost?.value ?? 40)
        rule.isDamaged =
            days == nil && block.mayHave("days") || atMost == nil && block.mayHave("at_most")
            || lasting == nil && lastingName == nil && block.mayHave("lasting") || more == nil && block.mayHave("more")
        rule.everyName = everyName
        rule.lastingName = lastingName
        rule.from = from
        rule.more = more
        rule.places = places?.value
        rule.calendar = calendar
        rule.hold = hold?.value
        return rule
    }

    /// A single name in braces, where a constant may stand as well.
    private func name(_ key: String, _ block: Block, isNeeded: Bool = false) -> TextSyntax? {
        guard case .value(let value)? = block.map.entry(key)?.value, isNeeded || value.string.hasPrefix("{"),
            let text = block.text(key)
        else { return nil }
        return findings.isOneName(text, key) ? text : nil
    }

    private func hours(_ word: Word) -> TimesRuleSyntax.HoursReference {
        guard word.value.first?.isNumber == true else { return .named(word) }
        return findings.hours(word).map { .written($0) } ?? .unreadable
    }
}

extension DiagnosticCollector {
    /// `9:00 to 12:00, 14:00 to 18:00`, `18:00 to 2:00` past midnight, or `closed`.
    func hours(_ word: Word) -> [ClosedRange<TimeOfDay>]? {
        if word.value == "closed" { return [] }
        var ranges: [ClosedRange<TimeOfDay>] = []
        for part in word.value.split(separator: ",") {
            let words = part.split(separator: " ")
            guard words.count == 3, words[1] == "to", let from = Literal.timeOfDay(words[0]),
                let to = Literal.timeOfDay(words[2]), from != to
            else {
                report(
                    .unknownWord, "`\(word.value)` are no hours", at: word.span, label: "not hours",
                    help: "write `9:00 to 18:00`, several with commas, or `closed`")
                return nil
            }
            // An end before the beginning is one of the next day.
            ranges.append(from...(from < to ? to : to.onNextDay))
        }
        return ranges.isEmpty ? nil : ranges
    }
}
