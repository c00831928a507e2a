import Testing

/// Diagnostics of lines that are missing: sections 7.1 to 7.3 of the flow language.
@Suite struct MissingLineTests {
    @Test(arguments: dropped)
    func `a line that is missing is reported once, and the lines below it are read as meant`(_ example: Case) {
        example.check()
    }

    static let dropped = [
        Case(
            "steps, after a key",
            flow: """
                flow: broken
                start: hello
                  ‸hello:
                    ask: Your name?
                    text: name
                    then: bye
                  bye:
                    say: Bye {hello}.
                    then: end

                """, "missing-key"),
        Case(
            "steps, after a block",
            flow: """
                flow: broken
                start: hello
                if_other:
                  say: Please tell us.
                  then: end
                  ‸hello:
                    ask: Your name?
                    text: name
                    then: bye
                  bye:
                    say: Bye {hello}.
                    then: end

                """, "missing-key"),
        Case(
            "steps, after a table",
            flow: """
                flow: broken
                start: hello
                results:
                  visits:
                    fields:
                      name: text
                  ‸hello:
                    ask: Your name?
                    text: name
                    then: bye
                  bye:
                    set:
                      name: {hello}
                    keep: visits
                    then: end

                """, "missing-key"),
        Case(
            "the name of the first step",
            flow: """
                flow: broken
                start: hello
                steps:
                    ‸ask: Your name?
                    text: name
                    if_silent:
                      after: 10 minutes
                      then: end
                    then: end

                """, "missing-key"),
    ]
}
