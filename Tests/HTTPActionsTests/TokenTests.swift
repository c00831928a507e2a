import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import TestSupport
import Testing

@testable import HTTPActions

/// The tokens of signed-in customers are sent in headers, to the other system and nowhere else.
@Suite struct TokenTests {
    private static let declaration = """
        get: http://127.0.0.1:PORT/me
        headers:
          Authorization: Bearer {token.club}
        gives:
          code: text
        """

    private struct Tokens: TokenSource {
        func token(of provider: String, for conversation: ConversationKey) async -> String? {
            provider == "club" && conversation.customer == "ana" ? "at-17" : nil
        }
    }

    @Test func `a header carries the customer's own token`() async throws {
        let server = try FakeServer(.ok(#"{"code": "1"}"#))
        let calling = try Calling(Self.declaration, on: server, tokens: Tokens())
        #expect(await calling.call() == .gave(Fields([("code", .text("1"))])))
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer at-17"])
        #expect(!calling.log.lines.joined().contains("at-17"))
    }

    @Test func `without a token nothing is sent, and the call is refused`() async throws {
        let server = try FakeServer(.ok("{}"))
        let calling = try Calling(Self.declaration, on: server)
        #expect(await calling.call() == .failed("refused"))
        #expect(server.requests.isEmpty)
        #expect(calling.log.lines.first?.contains("the customer is not signed in with `club`") == true)
    }
}
