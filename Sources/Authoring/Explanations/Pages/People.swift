import Diagnostics

extension Explanation {
    /// People and their hours.
    static let people: [Explanation] = [
        Explanation(
            .unknownQueue, rule: "`hand_over` names people of bot.yaml",
            meaning: "Below `people` in bot.yaml there is nobody of this name.",
            broken: "hello:\n  say: One moment.\n  hand_over: taem",
            repaired: "hello:\n  say: One moment.\n  hand_over: team",
            why: "The customer would wait for people who never hear of it."),
        Explanation(
            .unknownHours, rule: "hours that are named exist",
            meaning: "Below `hours` in bot.yaml there are none of this name.",
            broken: visit("shop hours"),
            repaired: visit("opening hours"),
            why: "The bot would not know when to offer a time, or when somebody is there."),
        Explanation(
            .awayMissing, rule: "people with hours have `if_away`",
            meaning: """
                The people handed over to are not always there, and the step does not say what happens then. Where every way to \
                it is a line of `when` that has just said that they are, such as `people.desk.open is yes`, it need not.
                """,
            broken: "hello:\n  say: One moment.\n  hand_over: desk",
            repaired: """
                hello:
                  say: One moment.
                  hand_over: desk
                  if_away: closed
                closed:
                  say: We are there again on weekdays from nine to five.
                  then: end
                """,
            why: "At night the customer would wait for an answer until the morning, without knowing."),
        Explanation(
            .badShortcut, rule: "a shortcut of `replies` is one word",
            meaning: """
                People at the desk type `/` and the shortcut to find a reply. It consists of letters, digits, `-` and `_`.
                """,
            broken: .bot(replies("hi there", "bye")),
            repaired: .bot(replies("hi", "bye")),
            why: "What is typed after a space would belong to the answer."),
        Explanation(
            .sameShortcut, rule: "each reply has its own shortcut",
            meaning: "Two of `replies` in bot.yaml have the same `shortcut`; capitals make no difference.",
            broken: .bot(replies("hi", "hi")),
            repaired: .bot(replies("hi", "bye")),
            why: "People would get one of the two texts, and not know which."),
    ]

    private static func replies(_ first: String, _ second: String) -> String {
        """
        bot: Harbour Bakery
        zone: Europe/Berlin
        start: hello
        anywhere:
          agent, help, support: people/person
        people:
          team:
        replies:
          welcome:
            say: Hello, how can I help?
            shortcut: \(first)
          farewell:
            say: Thank you, and goodbye.
            shortcut: \(second)
        if_silent: never
        if_other: people/person
        if_failed: people/person
        """
    }

    private static func visit(_ hours: String) -> Example {
        .steps("visit:\n  ask: When do you come?\n  times:\n    every: 2 hours\n    in: \(hours)\n  then: end")
    }
}
