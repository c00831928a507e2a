import Expressions
import FlowEngine
import FlowModel
import Testing

/// An operator moves a conversation to another step.
@Suite struct MovingTests {
    private static let order = """
        steps:
          first:
            ask: Which size?
            answers: [Small, Large]
            then: colour
          colour:
            was: shade
            say: A {first} one, then.
            ask: Which colour?
            answers:
              - Red
              - Blue
              - label: Drink
                then: drink
            then: done
          done:
            say: {first} and {colour}. Bye.
            then: end
          drink:
            run: drink
            using:
              size: {first}
            then: end
        """

    private static let bike = """
        flow: bike
        start: what
        steps:
          what:
            ask: What is broken?
            text: name
            then: end
        """

    private static func engine() throws -> Engine {
        try Engine(bot(order, ["drink": RunTests.drink, "bike": bike]))
    }

    @Test func `the customer hears the step and is asked its question; answers stay, and back leads back`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Large
                bot: A Large one, then.
                bot: Which colour?
                buttons: Red, Blue, Drink
                move: main/first
                bot: Which size?
                buttons: Small, Large
                move: main/shade
                bot: A Large one, then.
                bot: Which colour?
                buttons: Red, Blue, Drink
                tap: Red
                bot: Large and Red. Bye.
                (ended)
                """)
    }

    @Test func `what a step needs has to be there, and the step too; else nothing changes`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                move: main/colour
                (ignored: the step `colour` needs `first`, which is empty)
                move: main/done
                (ignored: the step `done` needs `first`, which is empty)
                move: main/color
                (ignored: there is no step `main/color`)
                move: drink/choice
                (ignored: the flow `drink` needs `size`, which only a flow that runs it can pass)
                tap: Small
                bot: A Small one, then.
                bot: Which colour?
                buttons: Red, Blue, Drink
                """)
    }

    @Test func `into another flow, back out of one that is run, out of the hands of people, and after the end`() throws
    {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Small
                bot: A Small one, then.
                bot: Which colour?
                buttons: Red, Blue, Drink
                move: main/drink
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                move: main/colour
                bot: A Small one, then.
                bot: Which colour?
                buttons: Red, Blue, Drink
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                move: bike/what
                bot: What is broken?
                you: The bell
                (ended)
                move: bike/what
                bot: What is broken?
                """)
    }

    @Test func `a customer who has closed the conversation hears nothing`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                close:
                drop pending
                (closed)
                move: main/first
                (ignored: the customer has closed the conversation and receives no messages until they write)
                """)
    }
}
