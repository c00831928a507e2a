import TestSupport
import Testing

@testable import Server

/// Bodies that break off: the client has announced more than it sends.
@Suite struct BrokenBodyTests {
    @Test(arguments: [
        "POST /admin/api/events", "POST /admin/api/sessions/1/move",
        "POST /admin/api/handovers/1/messages", "POST /admin/api/handovers/1/give-back",
        "POST /admin/api/handovers/1/files?name=x.pdf", "POST /admin/api/results/bookings/1",
        "POST /apple-pay/x/payment-gateway", "POST /apple-pay/x/fallback", "POST /pay/x/result",
    ]) func `a body that breaks off is incomplete, and not too large`(_ request: String) async throws {
        var setup = TestServer.Setup(bot: try AgentShop.bot())
        setup.paySecret = "page secret"
        try await TestServer.run(setup) { server in
            try await Phone(on: server).says("help")
            let answer = try await RawConnection(port: server.port).everything(
                for: "\(request) HTTP/1.1\r\nHost: usher\r\nAuthorization: Bearer \(Account.operatorToken)\r\n"
                    + "Idempotency-Key: 1\r\nContent-Length: 100\r\n\r\n{\"id\":",
                isWhole: false)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(answer.contains("the body is incomplete"), "\(answer)")
        }
    }
}
