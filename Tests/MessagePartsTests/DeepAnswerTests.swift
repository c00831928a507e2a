import JSON
import MessageModel
import MessageParts
import Testing

/// Answers that would make a message unreadable for others.
@Suite struct DeepAnswerTests {
    /// Nested lists.
    private static func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce(1) { value, _ in [value] } }

    private static func parts(of content: some MessageContent) -> [MessagePart] {
        var names = NodeNames(seed: "7")
        return TypeRegistry.standard.parts(of: RichMessage(content, id: "root"), message: "layer:///messages/7", &names)
    }

    private static let form: [MessagePart] = {
        let page = AskedForm.Page(
            question: AskedQuestion(
                id: "name", prompt: "Name",
                bubble: MessageBubble(title: "", note: "", image: nil, size: .icon, reply: ""),
                hasOwnTitle: false, kind: .text(AskedText(kind: "words", atLeast: 1, atMost: 99, matches: nil))),
            title: nil, next: .send)
        return parts(
            of: FormContent(
                AskedForm(
                    pages: [page], intro: nil, hasSummary: false, isPrivate: false, sendWord: "send",
                    changeWord: "change"),
                label: "About you"))
    }()

    private static func take(_ value: JSONValue, name: String, in parts: [MessagePart]) throws(ResponseRefusal)
        -> [MessagePart]
    {
        let operation = ResponseOperation(id: "1", .add, type: .firstWins, name: name, value: value)
        return try Responder().take([operation], at: nil, by: "ana", in: parts, [:]).parts
    }

    @Test(
        arguments: [
            ["cancelled": true, "x": 1], ["cancelled": true, "x": nested(59)],
            ["pages": ["name": "Ana"], "x": nested(59)],
            ["pages": ["name": "Ana"], "cancelled": "yes"], ["cancelled": true, "pages": nested(59)],
            ["cancelled": true, "pages": ["name": nested(57)]], ["cancelled": false], [],
        ] as [JSONValue])
    func `an answer to a form holds what forms have, and nothing else`(_ value: JSONValue) {
        #expect(throws: ResponseRefusal.noSuchAnswer) { try Self.take(value, name: "form", in: Self.form) }
    }

    @Test(
        arguments: [
            ["cancelled": true], ["pages": ["name": "Ana"]], ["pages": ["name": "Ana"], "cancelled": false],
            ["pages": [:], "cancelled": true],
        ] as [JSONValue])
    func `what forms have is taken`(_ value: JSONValue) throws {
        #expect(throws: Never.self) { try Self.take(value, name: "form", in: Self.form) }
    }

    @Test func `an answer that could not be read again is not taken, whatever the message takes`() throws {
        let own = MessagePart(
            id: "layer:///messages/7/parts/own", mimeType: "application/vnd.example.own+json;role=root", body: "{}")
        let most = JSONValue.standardDepth - 5
        let taken = try Self.take(Self.nested(most), name: "rating", in: [own])
        #expect(throws: Never.self) { try TypeRegistry.standard.message(of: taken) }
        #expect(throws: ResponseRefusal.breaksMessage) {
            try Self.take(Self.nested(most + 1), name: "rating", in: [own])
        }
    }

    @Test func `the ids of operations are no more than a message keeps`() throws {
        let own = MessagePart(
            id: "layer:///messages/7/parts/own", mimeType: "application/vnd.example.own+json;role=root", body: "{}")
        let operations = (0..<1_001).map {
            ResponseOperation(id: "\($0)", .add, type: .set, name: "rating", value: "same")
        }
        let take = { (count: Int) throws(ResponseRefusal) in
            _ = try Responder().take(Array(operations.prefix(count)), at: nil, by: "ana", in: [own], [:])
        }
        try take(1_000)
        #expect(throws: ResponseRefusal.tooMuch) { try take(1_001) }
    }
}
