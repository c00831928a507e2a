import Diagnostics

/// A `calendar` that only one question names is not another one in disguise, which others name.
struct LoneCalendars: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let calendars = analysis.project.allTimes.compactMap { _, times -> Word? in
            if case .rule(let rule) = times.source { rule.calendar } else { nil }
        }
        let counts = Dictionary(calendars.map { ($0.value, 1) }, uniquingKeysWith: +)
        return calendars.enumerated().compactMap { place, calendar in
            guard counts[calendar.value] == 1 else { return nil }
            // Of two that stand alone, the later one is the slip.
            let before = Set(calendars.prefix(place).map(\.value))
            let others = counts.filter { $0.key != calendar.value && ($0.value > 1 || before.contains($0.key)) }.keys
                .sorted()
            let alike = others.filter { !Self.differOnPurpose(calendar.value, $0) }
            guard let near = closest(to: calendar.value, among: alike) else { return nil }
            return Diagnostic(
                .loneCalendar, "only this question takes slots of the calendar `\(calendar.value)`", at: calendar.span,
                label: "shares its places with no other", help: "did you mean `\(near)`?")
        }
    }

    /// Whether two names differ in a number or a short word alone: `chair 1` and `chair 2`.
    private static func differOnPurpose(_ name: String, _ other: String) -> Bool {
        let (left, right) = (name.split(separator: " "), other.split(separator: " "))
        guard left.count == right.count else { return false }
        let different = zip(left, right).filter { $0 != $1 }
        return different.allSatisfy { left, right in
            [left, right].allSatisfy { $0.count < 3 || $0.contains(where: \.isNumber) }
        }
    }
}
