import Expressions
import FlowEngine
import FlowModel
import Testing

/// `run`: a flow that another runs (flow language, 3.13 and 3.15).
@Suite struct RunTests {
    /// Asks for a drink of the given size, and returns the choice.
    static let drink = """
        flow: drink
        needs:
          size: text
          guest: text, optional
        gives:
          drink: {choice}
          price: {cost}
        start: choice
        anywhere:
          nothing: end
          sizes: sizes
        steps:
          choice:
            set:
              cost: 2.00 EUR
            ask: Which {size} drink, {guest, or dear guest}?
            answers:
              - label: Tea
                id: t
              - Coffee
              - label: Back
                then: back
            then: done
          done:
            say: A {size} {choice}.
            then: end
          sizes:
            say: There are small and large ones.
            then: resume
        """.replacing("  nothing: end\n", with: "")

    static let main = """
        steps:
          first:
            ask: Which size?
            answers: [Small, Large]
            then: order
          order:
            run: drink
            using:
              size: {first}
            if_failed:
              say: That did not work.
              then: end
            then: more
          more:
            ask: {order.drink} for {order.price}. More?
            answers:
              Yes: order
              No: done
              Back: back
          done:
            say: {first} {order.drink, upper}.
            then: end
        """

    static func engine(_ main: String = main, _ others: [String: String] = ["drink": drink]) throws -> Engine {
        Engine(try bot(main, others, bot: plainBot + "\ncurrency: EUR"))
    }

    @Test func `a flow is run with what it needs, and gives back what it promises`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Small
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Tea
                bot: A Small Tea.
                bot: Tea for €2.00. More?
                buttons: Yes, No, Back
                tap: Yes
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Coffee
                bot: A Small Coffee.
                bot: Coffee for €2.00. More?
                buttons: Yes, No, Back
                tap: No
                bot: Small COFFEE.
                (ended)
                """)
    }

    @Test func `back leads from the first question of a flow into the one that runs it`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Small
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Back
                bot: Which size?
                buttons: Small, Large
                tap: Large
                bot: Which Large drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Tea
                bot: A Large Tea.
                bot: Tea for €2.00. More?
                buttons: Yes, No, Back
                tap: Back
                bot: Which Large drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Back
                bot: Which size?
                buttons: Small, Large
                """)
    }

    @Test func `from the very first question back leads nowhere else`() throws {
        try play(
            Self.engine("steps:\n  first:\n    run: drink\n    using:\n      size: huge\n    then: end"),
            script: """
                you: hello
                bot: Which huge drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Back
                bot: Which huge drink, dear guest?
                buttons: Tea, Coffee, Back
                """)
    }

    @Test func `a word of the flow interrupts it, and resume comes back to the question`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Small
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                you: sizes
                bot: There are small and large ones.
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Tea
                bot: A Small Tea.
                bot: Tea for €2.00. More?
                buttons: Yes, No, Back
                you: sizes
                bot: Sorry?
                bot: Tea for €2.00. More?
                buttons: Yes, No, Back
                """)
    }

    @Test func `a word of the bot may lead out of it and come back, with all that waits`() throws {
        let tips = "flow: tips\nstart: tip\nsteps:\n  tip:\n    say: Tea is good.\n    then: resume"
        let bot = plainBot.replacing("anywhere:", with: "anywhere:\n  tip: tips/tip") + "\ncurrency: EUR"
        let engine = Engine(try FlowEngineTests.bot(Self.main, ["drink": Self.drink, "tips": tips], bot: bot))
        try play(
            engine,
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Large
                bot: Which Large drink, dear guest?
                buttons: Tea, Coffee, Back
                you: tip
                bot: Tea is good.
                bot: Which Large drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Tea
                bot: A Large Tea.
                bot: Tea for €2.00. More?
                buttons: Yes, No, Back
                """)
    }

    @Test func `a word may interrupt a flow to run another, and resume comes back`() throws {
        let main = """
            anywhere:
              sip: sip
            """ + "\n"
            + Self.main.replacing(
                "  done:",
                with: "  sip:\n    run: drink\n    using:\n      size: sip of a\n    then: sipped\n"
                    + "  sipped:\n    say: Cheers.\n    then: resume\n  done:")
        try play(
            Self.engine(main),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                you: sip
                bot: Which sip of a drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Tea
                bot: A sip of a Tea.
                bot: Cheers.
                bot: Which size?
                buttons: Small, Large
                tap: Small
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                """)
    }

    @Test func `a step of another flow leaves all flows for good`() throws {
        let other = Self.drink.replacing("    then: end", with: "    then: people/desk")
        try play(
            Self.engine(Self.main, ["drink": other]),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Small
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Tea
                bot: A Small Tea.
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                give back:
                (ended)
                you: hello
                bot: Which size?
                buttons: Small, Large
                """)
    }

    @Test func `people who give back inside a flow let it go on`() throws {
        let other = Self.drink.replacing("    then: end", with: "    hand_over: desk")
        try play(
            Self.engine(Self.main, ["drink": other]),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Small
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Tea
                bot: A Small Tea.
                hand over: desk (front-desk)
                (with-person)
                give back:
                bot: Tea for €2.00. More?
                buttons: Yes, No, Back
                """)
    }

    @Test func `end in bot yaml ends the conversation, end in the flow only the flow`() throws {
        let bot = plainBot.replacing("anywhere:", with: "anywhere:\n  bye: end") + "\ncurrency: EUR"
        let drink = Self.drink.replacing("  sizes: sizes", with: "  sizes: sizes\n  enough: end")
            .replacing("{choice}\n  price: {cost}", with: "{choice, or nothing}\n  price: {cost, or nothing}")
        let main = Self.main.replacing("{order.drink} for {order.price}.", with: "{order.drink, or Nothing}.")
            .replacing("{order.drink, upper}", with: "{order.drink, or none}")
        let engine = Engine(try FlowEngineTests.bot(main, ["drink": drink], bot: bot))
        let asked = """
            you: hello
            bot: Which size?
            buttons: Small, Large
            tap: Small
            bot: Which Small drink, dear guest?
            buttons: Tea, Coffee, Back

            """
        try play(engine, script: asked + "you: bye\n(ended)")
        try play(engine, script: asked + "you: enough\nbot: Nothing. More?\nbuttons: Yes, No, Back")
        try play(engine, script: asked + "you: stop\nbot: Goodbye! Write again whenever you like.\n(ended)")
        try play(
            engine,
            script: asked + "close:\ndrop pending\n(closed)\nyou: hello\nbot: Which size?\nbuttons: Small, Large")
    }

    @Test func `twelve flows may be open, the thirteenth takes the exit for failures`() throws {
        func flow(_ number: Int, of last: Int) -> String {
            let run = number < last ? "    run: f\(number + 1)\n" : ""
            return "flow: f\(number)\nstart: first\nsteps:\n  first:\n    say: \(number)\n\(run)"
                + (run.isEmpty ? "" : "    if_failed:\n      say: Too deep.\n      then: end\n") + "    then: end"
        }
        func played(_ last: Int) throws -> String {
            let flows = (2...last).map { ("f\($0)", flow($0, of: last)) }
            let main = "steps:\n  first:\n    run: f2\n    then: end"
            let engine = Engine(try bot(main, Dictionary(flows) { first, _ in first }))
            var talk = Talk([engine])
            guard case .turn(let turn) = try talk.say("hello") else { return "" }
            return turn.effects.map { $0.line(in: engine.bot.zone) }.joined(separator: ", ")
        }
        let numbers = (2...12).map { "bot: \($0)" }.joined(separator: ", ")
        #expect(try played(12) == numbers)
        #expect(try played(13) == numbers + ", bot: Too deep.")
    }

    @Test func `a number, a list and a record are handed on in their types`() throws {
        let sum = """
            flow: sum
            needs:
              count: number
              names: list of text
              day: date
            gives:
              double: {count} * 2
              names: {names}
              day: {day}
            start: first
            steps:
              first:
                say: {count} {names} {day}
                then: end
            """
        try play(
            Self.engine(
                """
                steps:
                  first:
                    ask: How many?
                    answers: [1, 2, 3]
                    then: second
                  second:
                    ask: Who?
                    answers: [Ana, Bo, Cy]
                    several: yes
                    then: third
                  third:
                    ask: When?
                    times: 2026-03-03 10:00
                    then: fourth
                  fourth:
                    run: sum
                    using:
                      count: {first}
                      names: {second}
                      day: {third}
                    save: result
                    then: fifth
                  fifth:
                    say: {result.double}, {result.names, or}, {result.day, iso}
                    then: end
                """, ["sum": sum]),
            script: """
                you: hello
                bot: How many?
                buttons: 1, 2, 3
                tap: 2
                bot: Who?
                list: Who? | Ana, Bo, Cy
                tap: Ana, Cy
                bot: When?
                times: When? | 2026-03-03T10:00
                pick: 2026-03-03 10:00
                bot: 2 Ana and Cy 3 March 2026
                bot: 4, Ana or Cy, 2026-03-03
                (ended)
                """.replacing("bot: Who?\n", with: "").replacing("bot: When?\n", with: ""))
    }
}
