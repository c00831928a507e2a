import Expressions
import FlowEngine
import FlowModel
import Testing

/// A flow is edited while a customer waits in one that it runs (flow language, 6.8).
@Suite struct RunEditTests {
    private static let main = """
        steps:
          first:
            ask: Which size?
            answers: [Small, Large]
            then: order
          order:
            run: drink
            using: [first]
            then: done
          done:
            say: {first}, {order.drink, or no} drink.
            then: end
        """
    private static let drink = """
        flow: drink
        needs:
          first: text
        gives:
          drink: {choice}
        start: choice
        steps:
          choice:
            ask: Which drink?
            answers: [Tea, Coffee]
            then: end
        """

    private static func engine(_ version: String, main: String = main, drink: String? = drink) throws -> Engine {
        let others = drink.map { ["drink": $0] } ?? [:]
        return Engine(try bot(main, others, version: version))
    }

    private static let asked = """
        you: hello
        bot: Which size?
        buttons: Small, Large
        tap: Small
        bot: Which drink?
        buttons: Tea, Coffee
        edit:
        tap: Tea

        """

    @Test func `steps of both flows may get another name`() throws {
        let main = Self.main.replacing("  order:", with: "  buy:\n    was: order").replacing(
            "then: order", with: "then: buy"
        )
        .replacing("{order.drink, or no}", with: "{buy.drink, or no}")
        let drink = Self.drink.replacing("  choice:\n", with: "  which:\n    was: choice\n").replacing(
            "start: choice", with: "start: which"
        ).replacing("{choice}", with: "{which}")
        try play(
            Self.engine("1"), Self.engine("2", main: main, drink: drink),
            script: Self.asked + "bot: Small, Tea drink.\n(ended)")
    }

    @Test func `an answer of the flow that waits follows its step`() throws {
        let main = Self.main.replacing("  first:", with: "  size:\n    was: first").replacing(
            "using: [first]", with: "using:\n      first: {size}"
        ).replacing("{first},", with: "{size},")
        let edited = try bot("", ["main": "flow: main\nstart: size\n" + main, "drink": Self.drink], version: "2")
        try play(Self.engine("1"), Engine(edited), script: Self.asked + "bot: Small, Tea drink.\n(ended)")
    }

    @Test func `a step that runs nothing any more lets its flow begin again`() throws {
        let main = Self.main.replacing("    run: drink\n    using: [first]", with: "    say: No drinks today.")
            .replacing("{order.drink, or no}", with: "no")
        try play(
            Self.engine("1"), Self.engine("2", main: main),
            script: Self.asked
                + "bot: That question is no longer open.\nbot: Which size?\nbuttons: Small, Large")
    }

    @Test func `a flow that is gone leaves everything for the default flow`() throws {
        let main = Self.main.replacing("    run: drink\n    using: [first]", with: "    say: No drinks today.")
            .replacing("{order.drink, or no}", with: "no")
        try play(
            Self.engine("1"), Self.engine("2", main: main, drink: nil),
            script: Self.asked
                + "bot: That question is no longer open.\nbot: Which size?\nbuttons: Small, Large\ntap: Large\n"
                + "bot: No drinks today.\nbot: Large, no drink.\n(ended)")
    }

    @Test func `a step of the flow that is gone lets that flow begin again, with its inputs`() throws {
        let drink = Self.drink.replacing("choice", with: "which").replacing(
            "ask: Which drink?", with: "ask: Which {first} drink?")
        try play(
            Self.engine("1"), Self.engine("2", drink: drink),
            script: Self.asked
                + "bot: That question is no longer open.\nbot: Which Small drink?\nbuttons: Tea, Coffee\ntap: Coffee\n"
                + "bot: Small, Coffee drink.\n(ended)")
    }

    @Test func `a result that needs an answer which is gone takes the exit for failures`() throws {
        let drink = Self.drink.replacing("drink: {choice}", with: "drink: {other}").replacing(
            "    then: end", with: "    then: other\n  other:\n    ask: Other?\n    text: name\n    then: end")
        let later = drink.replacing("    then: other\n", with: "    then: end\n").replacing(
            "drink: {other}", with: "drink: {other, or nothing}")
        // Only an edit can cause what the checks refuse: the answer is required after the flow has begun.
        #expect(throws: BrokenFlow.self) {
            try Self.engine("2", drink: drink.replacing("then: other", with: "then: end"))
        }
        try play(
            Self.engine("1"), Self.engine("2", drink: later), script: Self.asked + "bot: Small, no drink.\n(ended)")
    }
}
