import ConversationRuntime
import JSON
import Replays
import Testing

/// What customers have said in private is in no report.
@Suite struct PrivacyTests {
    private static func shop() async throws -> KeptShop {
        let shop = try KeptShop()
        try await shop.play(
            "ana", "you: Hello", "tap: Red", "tap: Large", "tap: Yes please", "you: PIN4711", "call: A-1")
        return shop
    }

    /// Edits that repeat the answer, or no longer know that it is private.
    static let edits: [[(String, String)]] = [
        [("say: Ordered under {order.code}, {pin}.", "say: Thank you, {pin}."), more],
        [("    private: yes\n", ""), more],
        [
            ("    private: yes\n", ""),
            (
                "    then: order\n",
                "    then: check\n  check:\n    ask: Is {pin} right?\n    answers: [Yes, No]\n    then: order\n"
            ),
        ],
        [
            ("    then: order\n", "    then: again\n"),
            ("  order:\n", "  again:\n    say: So {pin}.\n    then: order\n  order:\n"),
        ],
    ]

    private static let more = (
        "    then: end", "    then: more\n  more:\n    ask: And {pin}?\n    answers: [Yes, No]\n    then: end"
    )

    @Test(arguments: edits) func `a private answer has a stand-in`(_ edit: [(String, String)]) async throws {
        let report = try await Self.shop().replay(edit)
        #expect(report.different == 1, "\(report.text)")
        for text in [report.text, JSONValue.object(report.json).text] {
            #expect(!text.contains("4711"), "\(text)")
            #expect(text.contains("tap: Yes please"), "\(text)")
        }
    }

    @Test func `an answer that only the new flows call private has a stand-in`() async throws {
        let shop = try KeptShop()
        try await shop.play("ana", "you: Hello", "you: Secret", "you: Red", "wait: 15")
        let report = try await shop.replay([
            ("  colour:\n    ask: Which colour?\n", "  colour:\n    ask: Which colour?\n    private: yes\n"),
            ("      Red: size", "      Red: wrap"),
        ])
        #expect(report.different == 1, "\(report.text)")
        #expect(!report.text.contains("Secret") && !report.text.contains("you: Red"), "\(report.text)")
        #expect(report.text.contains("(colour)"), "\(report.text)")
    }

    /// A list of gifts, of which no one may know, before everything else.
    private static let gifts = (
        "start: colour\nsteps:\n",
        """
        start: mine
        steps:
          mine:
            call: gifts
            then: which
          which:
            ask: Which one?
            answers:
              - each: gift in mine.gifts
                label: {gift.name}
              - label: None
            then: colour

        """
    )

    @Test func `the label of an answer from a private list is in no history`() async throws {
        let shop = try KeptShop([Self.gifts])
        try await shop.play("ana", "you: Hello", "gift: PIN4711", "you: Secret code", "tap: PIN4711", "tap: Red")
        let history = try await shop.history(of: "ana")
        for entry in history {
            let seen = (entry.shown?.event ?? entry.event).text + (entry.shown?.effects ?? entry.effects).text
            #expect(!seen.contains("PIN") && !seen.contains("Secret"), "\(seen)")
        }
        let lines = try HistoryTranscript(history, named: "kept").lines
        #expect(lines.filter { $0 == "you: (which)" }.count == 2, "\(lines)")
        #expect(lines.contains("tap: Red"), "\(lines)")
    }

    @Test func `the label of an answer from a private list is printed nowhere`() async throws {
        let shop = try KeptShop([Self.gifts])
        try await shop.play("ana", "you: Hello", "gift: PIN4711", "tap: PIN4711", "wait: 15")
        let report = try await shop.replay([
            Self.gifts, ("- label: None\n    then: colour", "- label: None\n    then: size"),
            ("colour: {colour}", "colour: {colour, or any}"),
        ])
        Self.expectHidden(in: report)
        #expect(report.groups.first?.did == "a private answer", "\(report.text)")
    }

    /// Flows that repeat an answer which they do not call private, and edits that do, and repeat nothing.
    static let repeats: [(kept: [(String, String)], edit: [(String, String)], lines: [String])] = [
        // In the turn that goes another way.
        (
            [withoutPrivacy], [("say: Ordered under {order.code}, {pin}.", "say: Thank you."), asking("More?")],
            ["you: PIN4711", "call: A-1"]
        ),
        // In a turn before it.
        (
            [withoutPrivacy, asking("More?")],
            [
                ("say: Ordered under {order.code}, {pin}.", "say: Thank you."), asking("More?"),
                ("answers: [Yes, No]\n    then: end", "answers:\n      Yes: size\n      No: end"),
            ], ["you: PIN4711", "call: A-1", "tap: Yes"]
        ),
        // In a silence that the edited flows do not notice.
        (
            [withoutPrivacy, sure(after: "10 minutes", saying: "Good bye {pin}.")],
            [sure(after: "2 hours", saying: "Good bye.")], ["you: PIN4711", "wait: 15"]
        ),
    ]

    private static let withoutPrivacy = ("    private: yes\n", "")

    private static func asking(_ words: String) -> (String, String) {
        (more.0, more.1.replacing("And {pin}?", with: words))
    }

    private static func sure(after length: String, saying words: String) -> (String, String) {
        (
            "    then: order\n",
            """
                then: sure
              sure:
                ask: Sure?
                answers: [Of course, Never]
                if_silent:
                  after: \(length)
                  say: \(words)
                  then: end
                then: order

            """
        )
    }

    @Test(arguments: repeats.indices) func `what was repeated of it is printed nowhere`(_ place: Int) async throws {
        let example = Self.repeats[place]
        let shop = try KeptShop(example.kept)
        try await shop.play("ana", "you: Hello", "tap: Red", "tap: Large", "tap: Yes please")
        for line in example.lines { try await shop.play("ana", line) }
        Self.expectHidden(in: try await shop.replay(example.edit))
    }

    @Test func `an answer that only the new flows call private is hidden beside one that always was`() async throws {
        let name = (
            "    then: order\n",
            """
                then: name
              name:
                ask: Which name?
                text: one line
                then: again
              again:
                say: So {pin}.
                then: order

            """
        )
        let shop = try KeptShop([name])
        try await shop.play(
            "ana", "you: Hello", "tap: Red", "tap: Large", "tap: Yes please", "you: PIN4711", "you: Secret",
            "call: A-1")
        let report = try await shop.replay([
            name, ("    then: again\n", "    private: yes\n    then: again\n"), Self.asking("More?"),
        ])
        Self.expectHidden(in: report)
        #expect(report.text.contains("you: (name)"), "\(report.text)")
    }

    private static func expectHidden(in report: ReplayReport) {
        #expect(report.different == 1, "\(report.text)")
        for text in [report.text, JSONValue.object(report.json).text] {
            #expect(!text.contains("4711") && !text.contains("Secret"), "\(text)")
        }
    }

    @Test func `without the key, conversations with private answers are left out and counted`() async throws {
        let shop = try await Self.shop()
        try await shop.play("ben", "you: Hello", "tap: Blue", "wait: 15")
        let report = try await shop.replay(in: try shop.withoutKey())
        #expect(report.sealed == 1 && report.same == 1, "\(report.text)")
    }
}
