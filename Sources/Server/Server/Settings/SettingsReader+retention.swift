import ConversationRuntime
import Expressions

extension SettingsReader {
    /// Reads how long data is kept that is no longer needed.
    mutating func retention() -> RetentionRules {
        var rules = RetentionRules()
        let range = TimeLength.days(1) ... .days(3_650)
        if find(.retentionHistory) != nil { rules.history = length(.retentionHistory, range, .days(30)) }
        rules.deadLetters = length(.retentionDeadLetters, range, rules.deadLetters)
        rules.bubbles = length(.retentionBubbles, range, rules.bubbles)
        rules.audit = length(.retentionAudit, range, rules.audit)
        return rules
    }
}
