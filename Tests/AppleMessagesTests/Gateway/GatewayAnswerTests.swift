import Channels
import Expressions
import Testing

@Suite struct GatewayAnswerTests {
    @Test(arguments: [
        (200, nil), (202, nil),
        (301, "stop sending"), (400, "give up"), (401, "stop sending"), (403, "try again"), (404, "give up"),
        (408, "try again"), (413, "give up"), (425, "try again"), (429, "try again"), (500, "try again"),
        (503, "try again"),
    ])
    func `each answer of Apple's says whether the message is tried again`(_ status: Int, _ kind: String?) async throws {
        try await FakeGateway.run(.status(status, body: #"{"reason": "so"}"#)) { gateway, url in
            let failure = await Sending(to: url).send()
            #expect(failure?.kind == kind)
            #expect(gateway.received.count == 1, "the channel itself tries once; the outbox decides on more")
            if let failure { #expect(failure.description.hasPrefix(#"Apple responded \#(status) ({"reason": "so"})"#)) }
        }
    }

    @Test(arguments: [
        ("30", TimeLength.seconds(30)), ("0", .zero), ("-5", .zero), ("9223372036854775807", .hours(24)),
        ("99999999999999999999", nil), ("Fri, 31 Dec 2027 23:59:59 GMT", nil), (nil, nil),
    ])
    func `how long Apple asks to wait is heard, within reason`(_ header: String?, _ wait: TimeLength?) async throws {
        try await FakeGateway.run(.status(429, retryAfter: header)) { _, url in
            #expect(await Sending(to: url).send() == .tryAgain("Apple responded 429", after: wait))
        }
    }

    @Test func `a refused token tells operators what to check`() async throws {
        try await FakeGateway.run(.status(401)) { _, url in
            #expect(
                await Sending(to: url).send()
                    == .stopSending(
                        "Apple responded 401: Apple rejected our token; check `apple.msp_id` and `apple.secret`")
            )
        }
    }

    @Test func `what Apple says is kept to a line, without the customer`() async throws {
        let body = "no device\nfor \(Account.customer)\n" + String(repeating: "x", count: 1_000)
        try await FakeGateway.run(.status(404, body: body)) { _, url in
            let failure = try #require(await Sending(to: url).send())
            #expect(failure.description.hasPrefix("Apple responded 404 (no device for … xxx"))
            #expect(failure.description.count < 400)
        }
    }
}
