import ConversationRuntime
import Testing

/// Hints as texts.
@Suite struct RingMessageTests {
    @Test func `hints come back from texts of limited length`() {
        let rings: [Ring] =
            (0..<500).map { .session(SessionID($0)) } + [.lanes, .changes, .customer("a \"b\" ü"), .customer("")]
        let texts = RingMessage.texts(of: rings, limit: 200)
        #expect(texts.allSatisfy { $0.utf8.count <= 200 })
        #expect(texts.flatMap(RingMessage.rings) == rings)
        #expect(RingMessage.texts(of: [], limit: 200) == [])
        #expect(RingMessage.texts(of: [.customer(String(repeating: "x", count: 300)), .lanes], limit: 200).count == 1)
    }

    @Test(arguments: ["", "[]", "{", "[1, null]", "[\"z\", \"sx\", \"\"]"])
    func `what cannot be read means nothing`(_ text: String) { #expect(RingMessage.rings(in: text) == []) }
}
