import FlowEngine
import Testing

/// Questions for numbers, money and dates: typed answers, in the customer's language.
@Suite struct NumberQuestionTests {
    private static func flow(_ kind: String) -> String {
        let block = kind.split(separator: "\n").joined(separator: "\n    ")
        return """
            steps:
              first:
                ask: Tell me.
                \(block)
                then: done
              done:
                say: <{first}>
                then: end
            """
    }

    private static let bilingual = plainBot + "\nlanguages: [en, de]\ncurrency: EUR"

    @Test(arguments: [
        ("number: whole", "en", "12", "12"), ("number: whole", "en", "1,200", "1,200"),
        ("number: decimal", "en", "1.5", "1.5"), ("number: decimal", "de_DE", "1,5", "1,5"),
        ("number: whole", "de_DE", "1.200", "1.200"), ("number:\n  at_least: 1\n  at_most: 4", "en", "4", "4"),
        ("number:\n  kind: decimal\n  at_least: 0.5", "en", "0.5", "0.5"), ("money: EUR", "en", "€24.90", "€24.90"),
        ("money: EUR", "de_DE", "24,90 €", "24,90\u{A0}€"), ("money: EUR", "en", "25", "€25.00"),
        ("money:\n  at_least: 5.00 EUR\n  at_most: 10", "en", "10", "€10.00"),
        ("date: any", "en", "1 December 2026", "1 December 2026"),
        ("date: any", "de_DE", "1.12.2026", "1. Dezember 2026"),
        ("date: any", "en_US", "12/1/2026", "1 December 2026"), ("date: past", "en", "today", "2 March 2026"),
        ("date: past", "en", "1 December", "1 December 2025"), ("date: future", "en", "tomorrow", "3 March 2026"),
        ("date: future", "en", "2 March 2028", "2 March 2028"),
        ("date:\n  from: today + 2 days\n  to: 2026-03-10", "en", "10 March", "10 March 2026"),
    ])
    func `what fits is taken`(kind: String, locale: String, typed: String, said: String) throws {
        try play(
            Engine(bot(Self.flow(kind), bot: Self.bilingual)),
            script: """
                locale: \(locale)
                you: hello
                bot: Tell me.
                you: \(typed)
                bot: <\(said)>
                (ended)
                """)
    }

    @Test(arguments: [
        ("number: whole", "en", "1.5"), ("number: whole", "en", "two and a half"), ("number: decimal", "en", "1,5"),
        ("number: decimal", "de_DE", "1.5"), ("number:\n  at_least: 1\n  at_most: 4", "en", "0"),
        ("number:\n  at_least: 1\n  at_most: 4", "en", "5"), ("money: EUR", "en", "24.905"), ("money: EUR", "en", "$5"),
        ("money:\n  at_least: 5.00 EUR", "en", "4.99"), ("money:\n  at_most: 5", "en", "5.01"),
        ("date: any", "en", "soon"), ("date: any", "en", "30 February"), ("date: past", "en", "tomorrow"),
        ("date: future", "en", "today"), ("date: future", "en", "3 March 2028"),
        ("date:\n  from: today + 2 days\n  to: 2026-03-10", "en", "11 March 2026"),
        ("date:\n  from: today + 2 days\n  to: 2026-03-10", "en", "tomorrow"),
    ])
    func `what does not fit goes to if_other`(kind: String, locale: String, typed: String) throws {
        try play(
            Engine(bot(Self.flow(kind), bot: Self.bilingual)),
            script: """
                locale: \(locale)
                you: hello
                bot: Tell me.
                you: \(typed)
                bot: Sorry?
                bot: Tell me.
                """)
    }

    @Test func `today is the day of the answer, in the bot's zone`() throws {
        try play(
            Self.flow("date:\n  from: today"),
            script: """
                you: hello
                bot: Tell me.
                wait: 13 hours
                you: today
                bot: <2 March 2026>
                (ended)
                you: hello
                bot: Tell me.
                wait: 1 hour
                you: 2 March 2026
                bot: Sorry?
                bot: Tell me.
                you: today
                bot: <3 March 2026>
                (ended)
                """)
    }

    @Test func `words that are taken as they are count for a date, not for a number`() throws {
        let accepting = plainBot.replacing(
            "if_other:\n  say: Sorry?\n  tries: 2\n  then: people/desk", with: "if_other: accept")
        try play(
            Engine(bot(Self.flow("date: any"), bot: accepting)),
            script: """
                you: hello
                bot: Tell me.
                you: some day
                bot: <some day>
                (ended)
                """)
        try play(
            Engine(bot(Self.flow("number: whole"), bot: accepting)),
            script: """
                you: hello
                bot: Tell me.
                you: some
                bot: Tell me.
                """)
    }

    @Test func `numbers, money and dates are reckoned with and compared`() throws {
        try play(
            """
            steps:
              first:
                ask: How many?
                number: whole
                then: price
              price:
                ask: For how much each?
                money: EUR
                then: day
              day:
                ask: When?
                date: any
                then: sum
              sum:
                set:
                  total: {first} * {price}
                  later: {day} + 7 days
                when:
                  first is at least 2 and day is after 2026-03-05: many
                  otherwise: few
              many:
                say: Many, {total}, {later}.
                then: end
              few:
                say: Few, {total}, {later}.
                then: end
            """,
            script: """
                you: hello
                bot: How many?
                you: 3
                bot: For how much each?
                you: 1.35
                bot: When?
                you: 6.3.2026
                bot: Many, €4.05, 13 March 2026.
                (ended)
                """)
    }
}
