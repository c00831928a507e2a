import Expressions
import FlowEngine
import Foundation
import MessageModel
import Testing

@Suite struct LimitTests {
    /// Returns a question followed by this many steps that ask nothing.
    private static func chain(of steps: Int) throws -> Engine {
        let steps = (1...steps).map { number in
            "  s\(number):\n    say: \(number)\n    then: \(number < steps ? "s\(number + 1)" : "end")"
        }
        return Engine(
            try bot(
                "steps:\n  first:\n    ask: Go?\n    text: one line\n    then: s1\n" + steps.joined(separator: "\n")))
    }

    @Test func `a hundred steps may be passed between two questions`() throws {
        var talk = Talk([try Self.chain(of: 99)])
        _ = try talk.say("hello")
        _ = try talk.say("go")
        #expect(talk.session?.status == .ended)
    }

    @Test func `who passes more without asking is stopped`() throws {
        var talk = Talk([try Self.chain(of: 100)])
        _ = try talk.say("hello")
        #expect(throws: EngineError.neverWaits(flow: "main", steps: 100)) { try talk.say("go") }
        #expect(
            "\(EngineError.neverWaits(flow: "main", steps: 100))"
                == "flow `main` passed 100 steps without asking anything; does a `then` lead back to itself?")
    }

    @Test func `a value holds ten thousand characters, however it came`() throws {
        let long = String(repeating: "é", count: 12_000)
        var talk = Talk([
            try Engine(
                bot(
                    """
                    steps:
                      first:
                        ask: Which?
                        answers: [Red, Blue]
                        then: second
                        if_other: accept
                      second:
                        set:
                          twice: "{first}{first}"
                          list: [{first}{first}, b]
                        say: {twice}
                        then: end
                    """))
        ])
        _ = try talk.say("hello")
        _ = try talk.say(long)
        let answers = try #require(talk.session?.answers)
        let kept = String(long.prefix(10_000))
        #expect(answers["first"] == .choice(Choice(id: kept, label: kept)))
        #expect(answers["twice"] == .text(kept))
        #expect(answers["list"] == .list([.text(kept), .text("b")]))
        #expect(talk.session?.said == kept)
    }

    @Test func `a list holds a hundred items, and a question offers no more`() throws {
        var talk = Talk([
            try Engine(
                bot(
                    """
                    steps:
                      first:
                        set:
                          items: []
                          count: 0
                        then: more
                      more:
                        set:
                          count: {count} + 1
                          items: {items} + {count}
                        ask: More?
                        answers:
                          Yes: more
                          No: which
                      which:
                        say:
                          - each: item in items
                            line: {item}
                        ask: Which?
                        answers:
                          - None
                          - each: item in items
                            label: Number {item}
                        then: end
                    """))
        ])
        _ = try talk.say("hello")
        for _ in 0..<109 { _ = try talk.say("yes") }
        let numbers = (1...100).map { Value.number(Decimal($0)) }
        #expect(talk.session?.answers["items"] == .list(numbers))
        _ = try talk.say("no")
        guard case .choice(let choice)? = talk.session?.open?.asked.kind else {
            Issue.record("nothing is asked")
            return
        }
        #expect(choice.options.map(\.label) == ["None"] + (1...99).map { "Number \($0)" })
    }
}
