import Diagnostics

extension Explanation {
    /// Exits: for silence, unexpected replies and failures.
    static let exits: [Explanation] = [
        Explanation(
            .noExitSilent, rule: "every question has `if_silent`, its own or inherited",
            meaning: """
                Nothing says what to do when the customer stops answering. Write `if_silent` in the step, the flow or \
                bot.yaml; `if_silent: never` waits for ever.
                """,
            broken: .bot(bareBot, steps: "hello:\n  ask: Your name?\n  text: name\n  if_other: end\n  then: end"),
            repaired: .bot(
                bareBot + "\nif_silent:\n  after: 10 minutes\n  then: people/person",
                steps: "hello:\n  ask: Your name?\n  text: name\n  if_other: end\n  then: end"),
            why: "People put their phone away. Somebody should decide what becomes of their conversation."),
        Explanation(
            .noExitOther, rule: "every question has `if_other`, its own or inherited",
            meaning: """
                Nothing says what to do when the reply fits nothing that was offered. Write `if_other` in the step, the \
                flow or bot.yaml.
                """,
            broken: .bot(bareBot, steps: "hello:\n  ask: Your name?\n  text: name\n  if_silent: never\n  then: end"),
            repaired: .bot(
                bareBot + "\nif_other: people/person",
                steps: "hello:\n  ask: Your name?\n  text: name\n  if_silent: never\n  then: end"),
            why: "Customers type what they like. Without a way out they would talk to a wall."),
        Explanation(
            .noExitFailed, rule: "every call has `if_failed`, its own or inherited",
            meaning: """
                Nothing says what to do when the other system does not answer, or says no. Write `if_failed` in the step, \
                the flow or bot.yaml.
                """,
            broken: .bot(bareBot, steps: "hello:\n  say: One moment.\n  call: free_slots\n  then: end"),
            repaired: .bot(
                bareBot,
                steps: "hello:\n  say: One moment.\n  call: free_slots\n  if_failed: people/person\n  then: end"),
            why: "Every system is out of order at times, and the customer is waiting."),
        Explanation(
            .exitWithoutUse, rule: "an exit stands where it can happen",
            meaning: "The step asks or sends nothing for which this exit could be taken.",
            broken: "hello:\n  say: Good day.\n  if_silent: never\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why: "It looks as if it did something, and misleads whoever changes the flow next."),
        Explanation(
            .personNotReachable, rule: "`agent, help, support` lead to a person",
            meaning: """
                The three words must be written in `anywhere` and must come to a step with `hand_over`, without a question \
                on the way. A `when` on `people.desk.open` may lead elsewhere while they are away, if people get a message \
                there and customers read when they are back.
                """,
            broken: .bot(bareBot.replacing("people/person", with: "hello")),
            repaired: .bot(bareBot),
            why: "Apple does not allow bots without people behind them, and `help` must never end at a machine."),
    ]

    /// Anywhere words.
    static let anywhereWords: [Explanation] = [
        Explanation(
            .reservedWord, rule: "`stop`, `end` and `unsubscribe` belong to the customer",
            meaning: "These words always end the conversation with the bot's goodbye and cannot lead anywhere else.",
            broken: anywhere("stop, halt: hello"),
            repaired: anywhere("halt: hello"),
            why: "Whoever wants to get away must be able to, whatever the flow says."),
        Explanation(
            .wordTakenTwice, rule: "an anywhere word stands once",
            meaning: """
                The same word leads to two places. Capitals make no difference; behind `contains` neither do the endings of a \
                plural, and words that an earlier line finds as well are never looked for.
                """,
            broken: anywhere("hours, open: hello\n  Hours: people/person"),
            repaired: anywhere("hours, open: hello\n  somebody: people/person"),
            why: "A customer who writes it can only be led to one of them."),
        Explanation(
            .wordHidesAnswer, rule: "anywhere words differ from answers",
            meaning:
                "A word of `anywhere` is also an answer of a question. Where that question is open, the answer wins.",
            broken: anywhere("red: people/person"),
            repaired: anywhere("red wine: people/person"),
            why: "The same word leads to different places, depending on which question is open."),
    ]

    private static func anywhere(_ words: String) -> Example {
        .flow(
            """
            flow: hello
            start: hello
            anywhere:
              \(words)
            steps:
              hello:
                ask: Which wine?
                answers: [Red, White]
                then: end
            """)
    }

    private static let bareBot = """
        bot: Corner Bakery
        zone: Europe/Berlin
        start: hello
        anywhere:
          agent, help, support: people/person
        people:
          team:
        """
}
