import Channels
import Concurrency
import Crypto
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@Suite struct HeaderTests {
    @Test func `a message goes as one POST with Apple's headers`() async throws {
        try await FakeGateway.run(.status(200)) { gateway, url in
            await Sending(to: url).send()
            let request = try #require(gateway.received.first)
            #expect(gateway.received.count == 1)
            #expect(request.method == "POST" && request.path == "/v1/message")
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers["source-id"] == Account.business)
            #expect(request.headers["destination-id"] == Account.customer)
            #expect(request.headers["auto-reply"] == "true")
            #expect(request.headers["msp-agent"] == "usher/1.2.3")
            #expect(request.headers["id"] == Sending.id)
        }
    }

    @Test func `headers and body say the same`() async throws {
        try await FakeGateway.run(.status(200)) { gateway, url in
            await Sending(to: url).send()
            let request = try #require(gateway.received.first)
            #expect(request.json["v"] == 1)
            #expect(request.json["id"]?.string == request.headers["id"])
            #expect(request.json["sourceId"]?.string == request.headers["source-id"])
            #expect(request.json["destinationId"]?.string == request.headers["destination-id"])
        }
    }

    @Test func `the token is signed with the decoded secret and says who we are and when it was made`() async throws {
        try await FakeGateway.run(.status(200)) { gateway, url in
            await Sending(to: url).send()
            let header = try #require(gateway.received.first?.headers["authorization"])
            let parts = try #require(header.wholeMatch(of: /Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)/))
            #expect(try json(parts.1)["alg"] == "HS256")
            let claims = try json(parts.2)
            #expect(claims["iss"]?.string == Account.mspID && claims["iat"]?.int == Account.now.seconds)
            #expect(claims.object?.count == 2)
            let signature = HMAC<SHA256>.authenticationCode(
                for: Data("\(parts.1).\(parts.2)".utf8), using: SymmetricKey(data: Account.secret))
            #expect(Token.base64URL(Array(signature)) == parts.3)
        }
    }

    @Test func `a token serves for five minutes and not longer`() async throws {
        try await FakeGateway.run(.status(200)) { gateway, url in
            let sending = Sending(to: url)
            for length in [TimeLength.zero, .seconds(299), .seconds(1)] {
                sending.clock.turn(by: length)
                await sending.send()
            }
            let tokens = gateway.received.map { $0.headers["authorization"] }
            #expect(tokens[0] == tokens[1])
            #expect(tokens[1] != tokens[2])
        }
    }

    @Test func `a message that is sent again has the same id and body`() async throws {
        try await FakeGateway.run(.status(500), .status(200)) { gateway, url in
            let sending = Sending(to: url)
            #expect(await sending.send(.buttons(Examples.buttons))?.kind == "try again")
            #expect(await sending.send(.buttons(Examples.buttons)) == nil)
            #expect(gateway.received.count == 2)
            #expect(gateway.received[0].headers["id"] == gateway.received[1].headers["id"])
            #expect(gateway.received[0].body == gateway.received[1].body)
        }
    }

    @Test func `customers see that somebody types where that is wanted`() async throws {
        try await FakeGateway.run(.status(200)) { gateway, url in
            #expect(await Sending(to: url, showsTyping: true).send() == nil)
            #expect(gateway.received.map { $0.json["type"] } == ["typing_start", "text"])
            #expect(gateway.received[0].headers["id"] != Sending.id)
            #expect(gateway.received[0].json["body"] == nil)
        }
    }

    @Test func `a typing sign that Apple does not take keeps no message back`() async throws {
        try await FakeGateway.run(.status(400), .status(200)) { gateway, url in
            #expect(await Sending(to: url, showsTyping: true).send() == nil)
            #expect(gateway.received.map { $0.json["type"] } == ["typing_start", "text"])
        }
    }

    private func json(_ part: Substring) throws -> JSONValue {
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return try JSONValue(parsing: Array(try #require(Data(base64Encoded: text + padding))))
    }
}
