import Channels
import Concurrency
import Expressions
import JSON
import Logging
import TestSupport
import Testing

@testable import Server

@Suite struct OverloadTests {
    @Test func `what comes beyond what is answered at once leaves no trace, and is taken when it comes again`()
        async throws
    {
        var setup = TestServer.Setup()
        setup.webhooksAtOnce = 1
        try await TestServer.run(setup) { server in
            let excess = Webhook.text("help")
            server.gate.closeGate()
            async let first = Webhook.text("Hi").post(to: server)
            await server.gate.untilSomebodyWaits()
            let before = try Tables(server.databasePath)
            #expect(try await excess.post(to: server) == Self.later)
            #expect(try await excess.post(to: server) == Self.later)
            #expect(try Tables(server.databasePath) == before)

            server.gate.openGate()
            #expect(try await first.outcome == "accepted")
            #expect(try await excess.post(to: server).outcome == "accepted")
            #expect(try await server.metrics()["usher_webhooks_total{outcome=\"turned_away\"}"] == 2)
            #expect(server.log.lines.filter { $0.contains("webhooks rejected") }.count == 1)
        }
    }

    @Test func `the log counts who was turned away, at most every ten seconds`() async {
        let clock = TurnableClock(standingAt: Account.now)
        let log = LogRecorder()
        let full = WebhookLimit(most: 0, clock: clock, logger: log.logger)
        for seconds in [0, 4, 5, 1, 30] {
            clock.turn(by: .seconds(seconds))
            #expect(await full.withPermit { true } == nil)
        }
        let counts = log.lines.compactMap { $0.firstMatch(of: /count[=:"\s]+(\d+)/)?.1 }
        #expect(counts == ["1", "3", "1"])
    }

    private static let later = Webhook.Answer(
        status: 503,
        json: ["error": ["status": 503, "reason": "too many messages at once; send it again"]],
        retryAfter: "1")
}
