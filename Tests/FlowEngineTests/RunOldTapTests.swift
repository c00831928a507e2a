import Expressions
import FlowEngine
import FlowModel
import Testing

/// Taps on old bubbles around flows that are run, where they go back (flow language, 6.6).
@Suite struct RunOldTapTests {
    private static func engine() throws -> Engine {
        Engine(try bot(RunTests.main, ["drink": RunTests.drink], bot: plainBot + "\ncurrency: EUR\nold_taps: go back"))
    }

    @Test func `a bubble of the flow that waits leads back to it`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which size?
                buttons: Small, Large
                tap: Small
                bot: Which Small drink, dear guest?
                buttons: Tea, Coffee, Back
                tap 1: Large
                bot: Which Large drink, dear guest?
                buttons: Tea, Coffee, Back
                tap: Tea
                bot: A Large Tea.
                bot: Tea for €2.00. More?
                buttons: Yes, No, Back
                """)
    }

    @Test func `a bubble of a flow that has ended does not`() throws {
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
                tap 2: Coffee
                bot: That question is no longer open.
                bot: Tea for €2.00. More?
                buttons: Yes, No, Back
                tap 1: Large
                bot: Which Large drink, dear guest?
                buttons: Tea, Coffee, Back
                """)
    }
}
