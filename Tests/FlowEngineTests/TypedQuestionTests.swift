import FlowEngine
import Testing

@Suite struct TypedQuestionTests {
    private static func flow(_ kind: String) -> String {
        """
        steps:
          first:
            ask: Tell me.
            text: \(kind)
            then: done
          done:
            say: <{first}>
            then: end
        """
    }

    @Test(arguments: [
        ("one line", "  some words ", "some words"), ("several lines", "one\\ntwo", "one / two"),
        ("name", "Ana María", "Ana María"), ("email", "ana@example.com", "ana@example.com"),
        ("phone", "+49 (30) 123-45", "+49 (30) 123-45"),
        ("web address", "https://example.com/a?b", "https://example.com/a?b"),
        ("web address", "example.com", "example.com"), ("postcode", "SW1A 1AA", "SW1A 1AA"), ("city", "Köln", "Köln"),
        ("street", "Main St. 5", "Main St. 5"), ("code", "004-20", "004-20"),
    ])
    func `words that look as wanted are taken without the spaces at their ends`(
        kind: String, typed: String, taken: String
    ) throws {
        try play(
            Self.flow(kind),
            script: """
                you: hello
                bot: Tell me.
                you: \(typed)
                bot: <\(taken)>
                (ended)
                """)
    }

    @Test(arguments: [
        ("one line", "one\\ntwo"), ("name", "one\\ntwo"), ("email", "ana at example"), ("email", "a@b"),
        ("phone", "call me"), ("phone", "12"), ("web address", "nowhere"), ("one line", "   "),
    ])
    func `words that look otherwise fit nothing`(kind: String, typed: String) throws {
        try play(
            Self.flow(kind),
            script: """
                you: hello
                bot: Tell me.
                you: \(typed)
                bot: Sorry?
                bot: Tell me.
                """)
    }

    private static let plate = """
        steps:
          first:
            ask: Number plate?
            text:
              kind: code
              at_least: 4
              at_most: 6
              matches: "[A-Z]+[0-9]+"
            then: done
          done:
            say: <{first}>
            then: end
        """

    @Test(arguments: [
        ("AB12", true), ("ABC123", true), ("A12", false), ("ABC1234", false), ("ab12", false), ("AB-1", false),
    ])
    func `words are as long as they may be and match their pattern as a whole`(typed: String, fits: Bool) throws {
        try play(
            Self.plate,
            script: """
                you: hello
                bot: Number plate?
                you: \(typed)
                \(fits ? "bot: <\(typed)>\n(ended)" : "bot: Sorry?\nbot: Number plate?")
                """)
    }

    @Test func `a tap is no answer to a question for words`() throws {
        try play(
            """
            steps:
              first:
                ask: Which?
                answers: [Red, Blue]
                then: why
              why:
                ask: Why?
                text: one line
                then: end
            """,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: red
                bot: Why?
                tap: Blue
                bot: That question is no longer open.
                bot: Why?
                you: because
                (ended)
                """)
    }
}
