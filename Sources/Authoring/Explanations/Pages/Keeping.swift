import Diagnostics

extension Explanation {
    /// Stored data: reminders and facts.
    static let keeping: [Explanation] = [
        Explanation(
            .remindAfterExpiry, rule: "a reminder comes before the conversation is forgotten",
            meaning: "The reminder is further away than `expires` in bot.yaml, which is 30 days unless you write it.",
            broken: reminder("in 60 days"),
            repaired: reminder("in 20 days"),
            why:
                "With the conversation its answers are forgotten, and what was to be reminded of. Nothing would be sent."
        ),
        Explanation(
            .unknownReminder, rule: "`stop_reminding` names a reminder that is set somewhere",
            meaning: "No step of any flow sets a reminder `named` like this.",
            broken: stopping("plants"), repaired: stopping("plant"),
            why: "Nothing would be removed, and the customer would still be reminded of what they have cancelled."),
        Explanation(
            .privateKept, rule: "private answers are kept in private fields only",
            meaning: """
                A fact of the customer is set to a private answer, or to something that is made of one; or `keep` writes it \
                into a field of a table that is not below its `private`.
                """,
            broken: fact("{hello}", "text"), repaired: fact("yes", "yes/no"),
            why: "Facts are kept until somebody erases them. What is told in confidence is kept no longer than needed."),
        Explanation(
            .unknownEvent, rule: "events that flows listen to are declared in bot.yaml",
            meaning: "A line of `entries`, or an `if_event`, names an event that is not below `events` of bot.yaml.",
            broken: events("parcel shipped:", "parcel shiped"), repaired: events("parcel shipped:"),
            why: "Systems of the business send events by their names. One that is not declared is refused."),
        Explanation(
            .unheardEvent, rule: "some flow listens to every event",
            meaning: "The event begins no flow, and no question has an exit for it.",
            broken: events("parcel shipped:\n  parcel lost:"), repaired: events("parcel shipped:"),
            why: "Every system that sends the event would be refused, and no customer would learn of it."),
    ]

    private static func events(_ declaration: String, _ entry: String = "parcel shipped") -> Example {
        .bot(
            """
            bot: Corner Bakery
            zone: Europe/Berlin
            start: hello
            anywhere:
              agent, help, support: people/person
            people:
              team:
            if_silent: never
            if_other: people/person
            if_failed: people/person
            entries:
              event \(entry): hello
            events:
              \(declaration)
            """)
    }

    private static func fact(_ value: String, _ type: String) -> Example {
        .bot(
            """
            bot: Corner Bakery
            zone: Europe/Berlin
            start: hello
            anywhere:
              agent, help, support: people/person
            people:
              team:
            if_silent: never
            if_other: people/person
            if_failed: people/person
            customer:
              bread_card: \(type)
            """,
            steps: """
                hello:
                  ask: What is the number of your bread card?
                  text: one line
                  private: yes
                  then: keep
                keep:
                  set:
                    customer.bread_card: \(value)
                  say: Thank you.
                  then: end
                """)
    }

    private static func stopping(_ name: String) -> Example {
        .steps(
            """
            hello:
              say: Your bread plant is on its way.
              then: nudge
            nudge:
              remind: in 5 days
              named: plant
              go: feed
              then: asked
            asked:
              ask: Shall we remind you to feed it?
              answers:
                Yes: end
                No: no_reminder
            no_reminder:
              stop_reminding: \(name)
              then: end
            feed:
              say: Have you fed your bread plant today?
              then: end
            """)
    }

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
