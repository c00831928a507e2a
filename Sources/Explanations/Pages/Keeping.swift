import Diagnostics

extension Explanation {
    /// What outlives the moment: reminders.
    static let keeping: [Explanation] = [
        Explanation(
            .remindAfterExpiry, rule: "a reminder comes before the conversation is forgotten",
            meaning: "The reminder is further away than `expires` in bot.yaml, which is 30 days unless you write it.",
            broken: reminder("in 60 days"),
            repaired: reminder("in 20 days"),
            why:
                "With the conversation its answers are forgotten, and what was to be reminded of. Nothing would be sent."
        )
    ]

    private static func reminder(_ when: String) -> Example {
        .steps(
            """
            hello:
              say: Your bread plant is on its way.
              then: nudge
            nudge:
              remind: \(when)
              go: feed
              then: end
            feed:
              say: Have you fed your bread plant today?
              then: end
            """)
    }
}
