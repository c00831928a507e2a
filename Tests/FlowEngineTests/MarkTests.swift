import Expressions
import FlowEngine
import MessageModel
import Testing

/// The events at steps, as the history stores them.
@Suite struct MarkTests {
    private static let flow = """
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: greet
            if_silent:
              after: 10 minutes
              then: bye
            if_other:
              say: Sorry?
              tries: 1
              then: bye
          greet:
            say: {first}!
            then: name
          name:
            ask: Your name?
            text: name
            then: end
          bye:
            say: Bye.
            then: end
        """

    /// Returns the marks of each turn of a conversation, line by line.
    private func marks(_ events: [(inout Talk) throws -> [Outcome]]) throws -> [String] {
        var talk = Talk([Engine(try bot(Self.flow))])
        return try events.flatMap { try $0(&talk) }.map { outcome in
            guard case .turn(let turn) = outcome else { return "-" }
            let text = StepMark.text(of: turn.marks)
            #expect(StepMark.marks(in: text) == turn.marks)
            return text
        }
    }

    private func says(_ words: String) -> (inout Talk) throws -> [Outcome] { { [try $0.say(words)] } }

    @Test func `from the first question to the end`() throws {
        #expect(
            try marks([says("hello"), says("Red"), says("Ana")]) == [
                "entered main/first", "answered main/first, entered main/greet, entered main/name",
                "answered main/name, ended main/name",
            ])
    }

    @Test func `a question that is asked again is not entered again, and is left by what fits nothing`() throws {
        #expect(
            try marks([says("hello"), says("green"), says("yellow")]) == [
                "entered main/first", "unexpected main/first",
                "unexpected main/first, other main/first, entered main/bye, ended main/bye",
            ])
    }

    @Test func `silence, words that work anywhere, and closing`() throws {
        let silence: (inout Talk) throws -> [Outcome] = { try $0.wait(.minutes(11)) }
        #expect(
            try marks([says("hello"), silence, says("hello"), says("help"), { [try $0.happen(.closed)] }]) == [
                "entered main/first", "silent main/first, entered main/bye, ended main/bye", "entered main/first",
                "entered people/desk", "closed people/desk",
            ])
    }

    @Test(arguments: ["", "answered", "answered main", "answered main/first/x", "later main/first", "a b c", ","])
    func `what is no mark is left out`(_ text: String) {
        #expect(StepMark.marks(in: text + ", entered main/first") == [StepMark(.entered, flow: "main", step: "first")])
    }
}
