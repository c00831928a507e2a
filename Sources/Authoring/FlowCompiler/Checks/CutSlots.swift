import Diagnostics
import Expressions

/// A rule for times offers the slots of all its days.
struct CutSlots: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allTimes.compactMap { _, times in
            guard case .rule(let rule) = times.source, !rule.isDamaged, rule.more == nil, rule.everyName == nil,
                rule.lastingName == nil
            else { return nil }
            return diagnose(rule, analysis.project)
        }
    }

    /// Counts ordinary weeks; exceptional dates, `notice` and times that are taken only make it fewer.
    private func diagnose(_ rule: TimesRuleSyntax, _ project: Project) -> Diagnostic? {
        guard let counts = counts(rule, project) else { return nil }
        let sums = (0..<7).map { first in (0..<rule.days).map { day -> Int in counts[(first + day) % 7] } }
        guard let most = sums.max(by: { $0.reduce(0, +) < $1.reduce(0, +) }) else { return nil }
        let total = most.reduce(0, +)
        guard total > rule.atMost else { return nil }
        var offered = 0
        let last = most.firstIndex { count in
            offered += count
            return offered >= rule.atMost
        }
        let day = (last ?? 0) + 1
        return Diagnostic(
            .slotsCut,
            "\(rule.days) days have up to \(total) slots, and the first \(rule.atMost) of them are offered",
            at: rule.key,
            label: "nothing after day \(day) can be chosen", help: help(rule, total, day))
    }

    private func help(_ rule: TimesRuleSyntax, _ total: Int, _ day: Int) -> String {
        let more = "add `more:` with the label of an answer that shows the next ones"
        return total <= 200 ? "\(more), or write `at_most: \(total)`" : "\(more), or write `days: \(day)`"
    }

    /// The number of slots by weekday; `nil` when the hours are not known.
    private func counts(_ rule: TimesRuleSyntax, _ project: Project) -> [Int]? {
        let slots = { (hours: [ClosedRange<TimeOfDay>]) in hours.reduce(0) { $0 + rule.slots(in: $1) } }
        switch rule.hours {
        case .written(let ranges): return Array(repeating: slots(ranges), count: 7)
        case .unreadable: return nil
        case .named(let word):
            guard let week = project.bot.hours.first(where: { $0.name.value == word.value }), !week.isDamaged else {
                return nil
            }
            var counts = Array(repeating: 0, count: 7)
            for line in week.lines {
                guard case .weekdays(let days) = line.days else { continue }
                for day in days { counts[day.rawValue] = slots(line.hours) }
            }
            return counts
        }
    }
}

extension TimesRuleSyntax {
    /// How many slots fit between two times of day.
    fileprivate func slots(in hours: ClosedRange<TimeOfDay>) -> Int {
        let length = (lasting?.value ?? every.value).milliseconds / 60_000
        let space = hours.upperBound.minutes - hours.lowerBound.minutes - length
        return space < 0 ? 0 : space / max(1, every.value.milliseconds / 60_000) + 1
    }
}
