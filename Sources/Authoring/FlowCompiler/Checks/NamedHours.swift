import Diagnostics

/// Named hours exist in bot.yaml.
struct NamedHours: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        if analysis.project.bot.areHoursDamaged { return [] }
        let weeks = analysis.project.bot.hours.map(\.name.value)
        let ofQueues = analysis.project.bot.people.compactMap(\.hours)
        let ofRules = analysis.project.flows.flatMap(\.steps).compactMap { step -> Word? in
            guard case .times(let times)? = step.question?.kind, case .rule(let rule) = times.source,
                case .named(let word) = rule.hours
            else { return nil }
            return word
        }
        return (ofQueues + ofRules).filter { !weeks.contains($0.value) }.map { word in
            Diagnostic(
                .unknownHours, "no hours are called `\(word.value)`", at: word.span, label: "no such hours",
                help: suggestion(for: word.value, among: weeks, are: "the hours are")
                    ?? "add them below `hours:` in bot.yaml, or write `9:00 to 18:00`")
        }
    }
}
