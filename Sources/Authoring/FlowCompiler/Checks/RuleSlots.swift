import Diagnostics
import Expressions

/// A rule for times, or a list of them, yields a slot.
struct RuleSlots: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allTimes.compactMap { _, times in
            switch times.source {
            case .slots(let slots) where slots.isEmpty:
                Diagnostic(.noSlots, "no times are offered", at: times.key, label: "an empty list", help: "add a time")
            case .rule(let rule): diagnose(rule, analysis.project)
            default: nil
            }
        }
    }

    /// Whether an ordinary week has space for one slot; exceptional dates do not count.
    private func diagnose(_ rule: TimesRuleSyntax, _ project: Project) -> Diagnostic? {
        guard let hours = hours(rule, project), rule.everyName == nil, rule.lastingName == nil else { return nil }
        let length = rule.lasting?.value ?? rule.every.value
        guard !hours.contains(where: { TimeLength.minutes($0.upperBound.minutes - $0.lowerBound.minutes) >= length })
        else {
            return nil
        }
        let what = hours.isEmpty ? "nobody works then" : "no opening is long enough"
        return Diagnostic(
            .noSlots, "\(what): no slot in the next \(rule.days) days", at: rule.key, label: "never a slot",
            help: "give it other hours, or shorter slots")
    }

    private func hours(_ rule: TimesRuleSyntax, _ project: Project) -> [ClosedRange<TimeOfDay>]? {
        switch rule.hours {
        case .written(let ranges): return ranges
        case .unreadable: return nil
        case .named(let word):
            guard let week = project.bot.hours.first(where: { $0.name.value == word.value }) else { return nil }
            return week.isDamaged ? nil : week.lines.flatMap(\.hours)
        }
    }
}
