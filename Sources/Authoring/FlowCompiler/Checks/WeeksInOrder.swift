import Diagnostics
import Expressions
import FlowModel

/// The hours of a day do not overlap, no day is written twice, and holidays are not all past.
struct WeeksInOrder: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let bot = analysis.project.bot
        let today = bot.zone.date(at: analysis.project.options.now)
        return bot.hours.flatMap { week -> [Diagnostic] in
            let found = week.lines.compactMap(overlap) + runningOn(week) + repeated(week)
            return week.isDamaged ? found : found + past(week, today)
        }
    }

    private func overlap(_ line: WeekSyntax.Line) -> Diagnostic? {
        let hours = line.hours.sorted { $0.lowerBound < $1.lowerBound }
        guard let (first, second) = zip(hours, hours.dropFirst()).first(where: { $0.upperBound > $1.lowerBound }) else {
            return nil
        }
        return Diagnostic(
            .overlappingHours, "\(first.words) and \(second.words) overlap", at: line.span, label: "open twice",
            help: "write `\(first.lowerBound.text) to \(max(first.upperBound, second.upperBound).text)`")
    }

    /// Hours past midnight end before those of the next day begin.
    private func runningOn(_ week: WeekSyntax) -> [Diagnostic] {
        var hours: [Weekday: WeekSyntax.Line] = [:]
        for line in week.lines {
            guard case .weekdays(let days) = line.days else { continue }
            for day in days where hours[day] == nil { hours[day] = line }
        }
        var told: Set<Span> = []
        return Weekday.allCases.compactMap { day in
            let next = Weekday(rawValue: (day.rawValue + 1) % 7) ?? .monday
            guard let line = hours[day], let following = hours[next], !told.contains(line.span),
                let late = line.hours.max(by: { $0.upperBound < $1.upperBound }),
                let early = following.hours.min(by: { $0.lowerBound < $1.lowerBound }),
                late.upperBound.minutes > 1_440, early.lowerBound.minutes < late.upperBound.minutes - 1_440
            else { return nil }
            told.insert(line.span)
            return Diagnostic(
                .overlappingHours,
                "\(late.words) of `\(day.name)` runs into \(early.words) of `\(next.name)`", at: line.span,
                label: "open twice", help: "end it by `\(early.lowerBound.text)`",
                related: line.span == following.span ? [] : [.init("the next day", at: following.span)])
        }
    }

    private func repeated(_ week: WeekSyntax) -> [Diagnostic] {
        var weekdays: [Weekday: Span] = [:]
        var dates: [(ClosedRange<CalendarDate>, Span)] = []
        var yearly: [(YearDays, Span)] = []
        return week.lines.compactMap { line in
            switch line.days {
            case .weekdays(let days):
                defer { for day in days where weekdays[day] == nil { weekdays[day] = line.span } }
                guard let day = days.first(where: { weekdays[$0] != nil }), let first = weekdays[day] else {
                    return nil
                }
                return twice("`\(day.name)`", line.span, first)
            case .dates(let range):
                defer { dates.append((range, line.span)) }
                guard let first = dates.first(where: { $0.0.overlaps(range) }) else { return nil }
                return twice("a date", line.span, first.1)
            case .yearly(let days):
                defer { yearly.append((days, line.span)) }
                guard let first = yearly.first(where: { $0.0.overlaps(days) }) else { return nil }
                return twice("a day of the year", line.span, first.1)
            }
        }
    }

    private func twice(_ day: String, _ span: Span, _ first: Span) -> Diagnostic {
        Diagnostic(
            .overlappingHours, "\(day) is in two lines of this week", at: span, label: "the second time",
            help: "write the hours of a day in one line, with commas", related: [.init("the first time", at: first)])
    }

    private func past(_ week: WeekSyntax, _ today: CalendarDate) -> [Diagnostic] {
        let dated = week.lines.compactMap { line -> (last: CalendarDate, span: Span)? in
            if case .dates(let range) = line.days { (range.upperBound, line.span) } else { nil }
        }
        guard let newest = dated.max(by: { $0.last < $1.last }), newest.last < today else { return [] }
        return [
            Diagnostic(
                .pastHours, "the dates of `\(week.name.value)` have all passed", at: newest.span,
                label: "the last of them",
                help: "write those of the coming year, or take them out")
        ]
    }
}

extension ClosedRange<TimeOfDay> {
    /// As the hours are written; an end after midnight is a time of the next day.
    fileprivate var words: String {
        let end = upperBound.minutes > 1_440 ? TimeOfDay.after(midnight: upperBound.minutes - 1_440) : upperBound
        return "`\(lowerBound.text) to \((end ?? upperBound).text)`"
    }
}
