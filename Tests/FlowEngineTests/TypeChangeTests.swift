import FlowEngine
import Testing

/// Answers whose type an edit changes: 6.8.
@Suite struct TypeChangeTests {
    private static func actions(_ gives: String = "code: text") -> String {
        """
        hosts: [api.spoke.example]
        actions:
          look:
            get: https://api.spoke.example/look
            gives:
              \(gives.split(separator: "\n").joined(separator: "\n      "))
            examples:
              none:
                problem: refused

        """
    }

    private static let flow = """
        steps:
          first:
            ask: How many?
            number: whole
            then: set
          set:
            set:
              total: {first} * 2
            say: So {total}.
            then: look
          look:
            call: look
            then: last
            if_failed: last
          last:
            ask: Sure?
            answers: [Yes, No]
            then: done
          done:
            say: <{first, or none}> <{total, or none}> <{look.code, or none}>
            then: end
        """

    private static let edits: [(String, String, String, String, String)] = [
        ("nothing", "Sure?", "Really?", "code: text", "<3> <6> <R-1>"),
        ("another kind of number", "number: whole", "number: decimal", "code: text", "<3> <6> <R-1>"),
        ("a number becomes money", "number: whole", "money: EUR", "code: text", "<none> <none> <R-1>"),
        ("a number becomes a text", "number: whole", "text: one line", "code: text", "<none> <6> <R-1>"),
        ("a set name becomes a text", "total: {first} * 2", "total: about {first}", "code: text", "<3> <none> <R-1>"),
        ("what a call brings changes its type", "Sure?", "Really?", "code: number", "<3> <6> <none>"),
        ("a call brings more", "Sure?", "Really?", "code: text\nnote: text", "<3> <6> <R-1>"),
    ]

    @Test(arguments: edits)
    func `an answer whose type has changed counts as empty, and every other one stays`(
        name: String, old: String, new: String, gives: String, said: String
    ) throws {
        var edited = Self.flow.replacing(old, with: new)
        if new == "text: one line" { edited = edited.replacing("total: {first} * 2", with: "total: 2") }
        try #require(edited != Self.flow)
        try play(
            Engine(bot(Self.flow, actions: Self.actions())),
            Engine(bot(edited, actions: Self.actions(gives), version: "2")),
            script: """
                you: hello
                bot: How many?
                you: 3
                bot: So 6.
                call: look
                (calling)
                gave: {"code": "R-1"}
                bot: Sure?
                buttons: Yes, No
                edit:
                tap: Yes
                bot: \(said)
                (ended)
                """)
    }

    @Test func `why a call failed is no answer of another type`() throws {
        let flow = Self.flow.replacing("<{look.code, or none}>", with: "<{look.problem, or none}>")
        try play(
            Engine(bot(flow, actions: Self.actions())),
            Engine(bot(flow, actions: Self.actions("code: number"), version: "2")),
            script: """
                you: hello
                bot: How many?
                you: 3
                bot: So 6.
                call: look
                (calling)
                failed: refused
                bot: Sure?
                buttons: Yes, No
                edit:
                tap: Yes
                bot: <3> <6> <refused>
                (ended)
                """)
    }

    @Test func `a text that needs an emptied name goes to if_failed`() throws {
        let flow = Self.flow.replacing("<{look.code, or none}>", with: "<{look.code}>")
            .replacing("    if_failed: last\n", with: "    if_failed: first\n")
        try play(
            Engine(bot(flow, actions: Self.actions())),
            Engine(bot(flow, actions: Self.actions("code: number"), version: "2")),
            script: """
                you: hello
                bot: How many?
                you: 3
                bot: So 6.
                call: look
                (calling)
                gave: {"code": "R-1"}
                bot: Sure?
                buttons: Yes, No
                edit:
                tap: Yes
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }
}
