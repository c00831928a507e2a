import Diagnostics
import Expressions
import FlowModel

/// Decodes the weeks of `hours`: days with their opening hours.
struct WeekDecoder {
    let findings: DiagnosticCollector

    func week(_ entry: Entry, in block: Block) -> WeekSyntax {
        var week = WeekSyntax(name: Located(entry.key.string, at: entry.key.span), lines: [], isDamaged: true)
        guard let below = block.block(entry) else { return week }
        week.zone = below.word("zone").flatMap(findings.zone)
        let days = below.map.entries.filter { $0.key.string != "zone" }
        week.lines = days.compactMap { line($0, in: below) }
        week.isDamaged = below.map.isDamaged || week.lines.count < days.count
        return week
    }

    private func line(_ entry: Entry, in block: Block) -> WeekSyntax.Line? {
        let days = days(Located(entry.key.string, at: entry.key.span))
        guard let word = block.word(entry), let hours = findings.hours(word), let days else { return nil }
        return WeekSyntax.Line(days: days, hours: hours, span: entry.key.span)
    }

    private func days(_ word: Word) -> WeekSyntax.Days? {
        let parts = word.value.split(separator: " ")
        if parts.count == 2, let first = yearDay(parts[...]) { return .yearly(YearDays(first: first, last: first)) }
        if parts.count == 5, parts[2] == "to", let first = yearDay(parts[..<2]), let last = yearDay(parts[3...]) {
            return .yearly(YearDays(first: first, last: last))
        }
        if parts.count == 3, parts[1] == "to" { return range(String(parts[0]), String(parts[2]), word) }
        if word.value.first?.isNumber == true { return date(word.value, word).map { .dates($0...$0) } }
        var weekdays: [Weekday] = []
        for part in word.value.split(separator: ",") {
            guard let weekday = weekday(part.trimmingPrefix(" ").trimmingSuffixSpaces, word) else { return nil }
            weekdays.append(weekday)
        }
        return .weekdays(weekdays)
    }

    /// `25 December`.
    private func yearDay(_ parts: ArraySlice<Substring>) -> YearDays.Day? {
        guard parts.count == 2, let first = parts.first, let last = parts.last, let day = Int(first),
            let month = Self.months.firstIndex(of: String(last))
        else { return nil }
        return YearDays.Day(month: month + 1, day: day)
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private func range(_ from: String, _ to: String, _ word: Word) -> WeekSyntax.Days? {
        if from.first?.isNumber == true {
            guard let first = date(from, word), let last = date(to, word) else { return nil }
            guard first <= last else {
                findings.report(
                    .badDate, "\(to) comes before \(from)", at: word.span, label: "from later to earlier",
                    help: "write `\(to) to \(from)`")
                return nil
            }
            return .dates(first...last)
        }
        guard let first = weekday(from, word), let last = weekday(to, word) else { return nil }
        let count = (last.rawValue - first.rawValue + 7) % 7
        return .weekdays((0...count).compactMap { Weekday(rawValue: (first.rawValue + $0) % 7) })
    }

    private func weekday(_ name: String, _ word: Word) -> Weekday? {
        if let weekday = Weekday.allCases.first(where: { $0.name == name }) { return weekday }
        findings.report(
            .unknownWord, "`\(name)` is no day", at: word.span, label: "not a day",
            help: closest(to: name, among: Weekday.allCases.map(\.name)).map { "did you mean `\($0)`?" }
                ?? "write `Monday`, `Monday to Friday`, a date such as `2026-12-24`, or `25 December` for every year")
        return nil
    }

    private func date(_ text: String, _ word: Word) -> CalendarDate? {
        switch Literal.date(text) {
        case .success(let date): return date
        case .failure(let mistake):
            findings.report(
                .badDate, mistake.message(for: text), at: word.span, label: "not a date",
                help: "dates are written `2026-12-01`, days of every year `25 December`")
            return nil
        }
    }
}

extension Substring {
    fileprivate var trimmingSuffixSpaces: String { String(self).trimmedRight }
}
