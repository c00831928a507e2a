import Diagnostics
import Expressions

/// A reminder is due before the conversation expires.
struct RemindersInTime: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let expires = analysis.project.bot.expires
        return analysis.project.flows.flatMap(\.steps).compactMap { step in
            guard let reminder = step.reminder, case .after(let length) = reminder.when, length > expires else {
                return nil
            }
            return Diagnostic(
                .remindAfterExpiry,
                "in \(length.words) the conversation is forgotten (\(expires.words))", at: reminder.span,
                label: "too late", help: "remind earlier, or make `expires` in bot.yaml longer", severity: .warning)
        }
    }
}

extension TimeLength {
    /// In the largest unit without a remainder: `60 days`, `36 hours`.
    fileprivate var words: String {
        let units = [(86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1_000, "second")]
        let (size, unit) = units.first { milliseconds % $0.0 == 0 } ?? (1_000, "second")
        let count = milliseconds / size
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
