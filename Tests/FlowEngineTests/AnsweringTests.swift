import FlowEngine
import MessageModel
import Testing

@Suite struct AnsweringTests {
    private static let colours = """
        steps:
          first:
            ask: Which?
            answers:
              Red: red
              Light blue: blue
              2: two
          red:
            say: Red.
            then: first
          blue:
            say: Blue.
            then: first
          two:
            say: Two.
            then: end
        """

    @Test(arguments: [
        ("Red", "Red."), ("  rED ", "Red."), ("red.", "Red."), ("Red!", "Red."), ("RED!!", "Red."), ("red !", "Red."),
        ("1", "Red."), ("1.", "Red."), ("light BLUE", "Blue."),
        ("4", "Sorry?"), ("0", "Sorry?"), ("-1", "Sorry?"), ("Red, please", "Red."), ("Re", "Sorry?"), ("", "Sorry?"),
        ("!", "Sorry?"), ("99999999999999999999", "Sorry?"),
        ("-9223372036854775808", "Sorry?"), ("9223372036854775807", "Sorry?"), ("1 -9223372036854775808", "Sorry?"),
    ])
    func `typed words count as a tap when they are a label or its number`(typed: String, said: String) throws {
        try play(
            Self.colours,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Light blue, 2
                you: \(typed)
                bot: \(said)
                bot: Which?
                buttons: Red, Light blue, 2
                """)
    }

    @Test(arguments: ["2", "3", " 2. "]) func `a label that is a number comes before the number of a label`(
        typed: String
    ) throws {
        try play(
            Self.colours,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Light blue, 2
                you: \(typed)
                bot: Two.
                (ended)
                """)
    }

    @Test(.timeLimit(.minutes(10))) func `what nobody could mean is read in no time, however long it is`() throws {
        var talk = Talk([try Engine(bot(Self.colours))])
        _ = try talk.say("hello")
        for words in [String(repeating: "!", count: 200_000), String(repeating: "1,", count: 40_000)] {
            _ = try talk.say(words)
            #expect(talk.session?.open?.asked.prompt == "Which?")
        }
    }

    @Test func `an answer is remembered with its id, its note and its label`() throws {
        try play(
            """
            steps:
              first:
                ask: Which?
                answers:
                  - label: Puncture
                    note: 20 minutes
                    id: P1
                  - label: Brakes
                then: done
              done:
                say: {first}, {first.id}, {first.note, or no note}
                then: end
            """,
            script: """
                you: hello
                list: Which? | Puncture (20 minutes), Brakes
                tap: Puncture
                bot: Puncture, P1, 20 minutes
                (ended)
                """)
    }

    @Test func `answers stand under the headings they were written below`() throws {
        try play(
            """
            steps:
              first:
                ask: What would you like?
                answers:
                  - section: Hair
                    answers: [Cut, Wash]
                  - section: Beard
                    answers: [Trim]
                then: done
              done:
                say: {first}
                then: end
            """,
            script: """
                you: hello
                list: What would you like? | Hair: Cut, Wash | Beard: Trim
                you: 3
                bot: Trim
                (ended)
                """)
    }

    private static let toppings = """
        steps:
          first:
            ask: Toppings?
            several: yes
            at_least: 1
            at_most: 2
            answers: [Ham, Old cheese, Olives]
            then: done
          done:
            say: With {first, and} ({first, count}).
            then: end
        """

    @Test(arguments: [
        ("tap: Ham", "Ham (1)"), ("tap: Olives, Ham", "Ham and Olives (2)"), ("you: ham", "Ham (1)"),
        ("you: 1, 3", "Ham and Olives (2)"), ("you: 3 1", "Ham and Olives (2)"),
        ("you: olives; old cheese.", "Old cheese and Olives (2)"), ("you: 1,1,1", "Ham (1)"),
        ("you: 2\\n3", "Old cheese and Olives (2)"),
    ])
    func `several answers are taken together, in the order offered`(reply: String, chosen: String) throws {
        try play(
            Self.toppings,
            script: """
                you: hello
                list: Toppings? | Ham, Old cheese, Olives
                \(reply)
                bot: With \(chosen).
                (ended)
                """)
    }

    @Test(arguments: ["tap: Ham, Old cheese, Olives", "you: 1, 2, 3", "you: 1, 4", "you: ham and onions", "you: ,"])
    func `too many answers, and some that were not offered, fit nothing`(reply: String) throws {
        try play(
            Self.toppings,
            script: """
                you: hello
                list: Toppings? | Ham, Old cheese, Olives
                \(reply)
                bot: Sorry?
                list: Toppings? | Ham, Old cheese, Olives
                """)
    }

    @Test func `fewer answers than wanted fit nothing`() throws {
        try play(
            Self.toppings.replacing("at_least: 1", with: "at_least: 2"),
            script: """
                you: hello
                list: Toppings? | Ham, Old cheese, Olives
                tap: Ham
                bot: Sorry?
                list: Toppings? | Ham, Old cheese, Olives
                tap: Ham, Olives
                bot: With Ham and Olives (2).
                (ended)
                """)
    }

    private static let sections = """
        steps:
          first:
            ask: Your bike?
            several: yes
            answers:
              - section: Size
                several: no
                answers: [Small, Large]
              - section: Extras
                answers: [Bell, Lock]
            then: done
          done:
            say: With {first, and}.
            then: end
        """

    @Test(arguments: ["tap: Large, Bell, Lock", "you: 2, 3, 4", "you: large, bell, lock"])
    func `of a section that takes one, one answer is taken, of the others several`(reply: String) throws {
        try play(
            Self.sections,
            script: """
                you: hello
                list: Your bike? | Size: Small, Large | Extras: Bell, Lock
                \(reply)
                bot: With Large, Bell and Lock.
                (ended)
                """)
    }

    @Test(arguments: ["tap: Small, Large, Bell", "you: 1, 2"])
    func `two answers of a section that takes one are asked again`(reply: String) throws {
        try play(
            Self.sections,
            script: """
                you: hello
                list: Your bike? | Size: Small, Large | Extras: Bell, Lock
                \(reply)
                bot: Sorry?
                list: Your bike? | Size: Small, Large | Extras: Bell, Lock
                tap: Small
                bot: With Small.
                (ended)
                """)
    }

    @Test func `each makes an answer of every item, and the same one only once`() throws {
        try play(
            """
            steps:
              first:
                ask: Toppings?
                several: yes
                answers: [Ham, Cheese, Olives]
                then: again
              again:
                set:
                  more: [Rocket, Corn, Rocket]
                ask: Which of them twice?
                as: list
                answers:
                  - each: topping in first
                    label: {topping}
                  - each: topping in more
                    label: Extra {topping, lower}
                  - No, thanks
                then: done
              done:
                say: {again}
                then: end
            """,
            script: """
                you: hello
                list: Toppings? | Ham, Cheese, Olives
                tap: Ham, Olives
                list: Which of them twice? | Ham, Olives, Extra rocket, Extra corn, No, thanks
                tap: Extra corn
                bot: Extra corn
                (ended)
                """)
    }
}
