import FlowEngine
import Testing

/// `if_unable`: a device that cannot show a question, or no options to offer (flow language, 4.6 and 6.1).
@Suite struct UnableTests {
    private static func flow(_ question: String, _ exit: String = "if_unable: typed") -> String {
        """
        steps:
          first:
            ask: Which?
        \(question.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        \(exit.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
            then: done
          typed:
            ask: Please type it.
            text: one line
            then: done
          done:
            say: Thank you.
            then: end
        """
    }

    private static let times = "times: 2026-03-03 10:00"
    private static let shown = "times: Which? | 2026-03-03T10:00"

    @Test(arguments: [
        (times, "TIME", shown),
        (times, "LIST,QUICK", "bot: Please type it."),
        ("answers: [Red, Blue]", "QUICK", "bot: Which?\nbuttons: Red, Blue"),
        ("answers: [Red, Blue]", "LIST", "list: Which? | Red, Blue"),
        ("answers: [Red, Blue]", "TIME", "bot: Please type it."),
        ("as: buttons\nanswers: [Red, Blue]", "LIST", "bot: Please type it."),
        ("as: list\nanswers: [Red, Blue]", "QUICK", "bot: Please type it."),
        ("as: numbers\nanswers: [Red, Blue]", "", "bot: Which? / 1 Red / 2 Blue"),
        ("text: name", "", "bot: Which?"),
        ("number: whole", "", "bot: Which?"),
        ("date: any", "", "bot: Which?"),
        ("money: EUR", "", "bot: Which?"),
    ])
    func `a device that cannot show the question takes the exit, any other does not`(
        _ question: String, _ device: String, _ shown: String
    ) throws {
        try play(Self.flow(question), script: "device: \(device)\nyou: hello\n\(shown)")
    }

    @Test func `something may be said on the way out`() throws {
        try play(
            Self.flow(Self.times, "if_unable:\n  say: Your telephone shows no times.\n  then: typed"),
            script: """
                device: LIST
                you: hello
                bot: Your telephone shows no times.
                bot: Please type it.
                """)
    }

    @Test func `nothing to offer takes the exit before that for failures`() throws {
        let flow = """
            steps:
              first:
                set:
                  colours: []
                ask: Which?
                answers:
                  - each: colour in colours
                    label: {colour}
                if_unable:
                  say: There is none.
                  then: done
                if_failed: people/desk
                then: done
              done:
                say: Bye.
                then: end
            """
        try play(
            flow,
            script: """
                you: hello
                bot: There is none.
                bot: Bye.
                (ended)
                """)
    }

    @Test func `without the exit the question goes out in a lesser form`() throws {
        try play(
            Self.flow(Self.times, "if_failed: people/desk"),
            script: """
                device: LIST
                you: hello
                list: Which? | Tuesday, 3 March 2026: 10:00
                """)
    }

    private static let list = """
        steps:
          first:
            set:
              colours: [Red, Blue]
            ask: Which?
            answers:
              - each: colour in colours
                label: {colour}
            if_empty:
              say: There is none.
              then: done
            if_unable: typed
            then: done
          typed:
            ask: Please type it.
            text: one line
            then: done
          done:
            say: Bye.
            then: end
        """

    @Test func `an empty list takes its own exit, and a device that cannot show it the other`() throws {
        try play(Self.list, script: "device: LIST\nyou: hello\nlist: Which? | Red, Blue")
        try play(Self.list, script: "device: TIME\nyou: hello\nbot: Please type it.")
        let empty = Self.list.replacing("[Red, Blue]", with: "[]")
        for device in ["LIST", "TIME"] {
            try play(empty, script: "device: \(device)\nyou: hello\nbot: There is none.\nbot: Bye.\n(ended)")
        }
    }

    @Test func `without the exit for devices a list is numbered there, and only an empty one leads elsewhere`() throws {
        let flow = Self.list.replacing("    if_unable: typed\n", with: "").replacing(
            "  typed:\n    ask: Please type it.\n    text: one line\n    then: done\n", with: "")
        try play(flow, script: "device: NONE\nyou: hello\nbot: Which? / 1 Red / 2 Blue")
    }

    @Test func `no free time takes the exit for an empty question`() throws {
        let flow = """
            steps:
              first:
                ask: When?
                times:
                  every: 1 hour
                  in: 8:00 to 9:00
                  days: 1
                or:
                  None of these: done
                if_empty: full
                then: done
              full:
                say: Nothing is free.
                then: done
              done:
                say: Bye.
                then: end
            """
        try play(flow, script: "you: hello\nbot: Nothing is free.\nbot: Bye.\n(ended)")
    }
}
