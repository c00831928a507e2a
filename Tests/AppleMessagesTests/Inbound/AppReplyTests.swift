import Channels
import JSON
import MessageModel
import Testing

/// Replies of iMessage apps: the query of a URL (Interactive Message Types, Custom Interactive Messages).
@Suite struct AppReplyTests {
    @Test(
        arguments: [
            ("?move=e2e4", ["move": "e2e4"]), ("https://app.example/x?a=1&b=2#c", ["a": "1", "b": "2"]),
            ("data:,?a=1", ["a": "1"]), ("?a=%C3%A9t%C3%A9%26%3D", ["a": "été&="]), ("?a=1+1%201", ["a": "1+1 1"]),
            ("?a=b=c", ["a": "b=c"]), ("?a", ["a": ""]), ("?a=", ["a": ""]), ("?=1&&a=2", ["a": "2"]),
            ("?seat=1A&row=3&seat=1B", ["seat": "1A, 1B", "row": "3"]), ("?a=%ZZ", ["a": "%ZZ"]), ("?%ZZ=1", [:]),
            ("nothing", [:]), ("", [:]), ("?", [:]),
        ] as [(String, [String: String])])
    func `the fields of an answer are those of its query`(_ address: String, _ fields: [String: String]) async throws {
        let content = try await content(["URL": .string(address), "sessionIdentifier": "s"])
        #expect(content == .heard(.app(AppReply(question: "s", fields: fields))))
    }

    @Test func `an address of more than 64 KB says nothing`() async throws {
        let address = JSONValue.string("?a=" + String(repeating: "x", count: 64 * 1024))
        #expect(try await content(["URL": address]) == .heard(.app(AppReply(question: nil, fields: [:]))))
    }

    @Test func `pictures and bubbles that come along are passed over`() async throws {
        let message = Post.message(
            [
                "interactiveData": [
                    "bid": "b", "appId": 7, "appName": "Seats", "URL": "?a=1", "sessionIdentifier": "s", "data": nil,
                    "receivedMessage": ["title": "T"],
                ],
                "attachments": [["name": "preview.png", "mimeType": "image/png"]],
            ], type: "interactive")
        let content = try await Post(message).arrival().content
        #expect(content == .heard(.app(AppReply(question: "s", fields: ["a": "1"]))))
    }

    private func content(_ interactive: JSONObject) async throws -> Arrival.Content {
        try await Post(Post.message(["interactiveData": .object(interactive)], type: "interactive")).arrival().content
    }
}
