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

    @Test func `without the key, conversations with private answers are left out and counted`() async throws {
        let shop = try await Self.shop()
        try await shop.play("ben", "you: Hello", "tap: Blue", "wait: 15")
        let report = try await shop.replay(in: try shop.withoutKey())
        #expect(report.sealed == 1 && report.same == 1, "\(report.text)")
    }
}
