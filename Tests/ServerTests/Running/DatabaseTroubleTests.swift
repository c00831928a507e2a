import AppleSimulator
import GRDB
import JSON
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct DatabaseTroubleTests {
    @Test func `while another program locks the database, messages are put off and nothing is acknowledged`()
        async throws
    {
        try await TestServer.run { server in
            try await server.set("busy_timeout = 50")
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            configuration.busyMode = .timeout(10)
            let other = try DatabaseQueue(path: server.databasePath, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let webhook = Webhook.text("help")
            let before = try Tables(server.databasePath)
            #expect(try await webhook.post(to: server) == Self.putOff)
            #expect(try Tables(server.databasePath) == before)

            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            let shown = try await phone.after { _, _ in
                let answer = try await webhook.post(to: server)
                #expect(answer.outcome == "accepted")
            }
            #expect(shown == ["One of our mechanics will answer you here."])
        }
    }

    @Test func `when the disk is full, messages are put off until there is room`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            try await server.set("max_page_count = 1")
            var refused: Webhook?
            for _ in 1...200 where refused == nil {
                let webhook = Webhook.text(String(repeating: "No, something else. ", count: 400))
                let answer = try await webhook.post(to: server)
                if answer.status != 200 {
                    #expect(answer == Self.putOff)
                    refused = webhook
                }
            }
            let late = try #require(refused, "the disk is never full")
            // Each look of an operator is entered in the audit log.
            var looked = try await server.operate("GET", "/sessions")
            for _ in 1...400 where looked.status == 200 { looked = try await server.operate("GET", "/sessions") }
            #expect(looked.status == 503)
            let reason = "no space left on the disk of the database; free disk space"
            #expect(looked.json?["error"]?["reason"] == .string(reason), "\(looked)")
            try await server.set("max_page_count = 1073741823")
            let answer = try await late.post(to: server)
            #expect(answer.outcome == "accepted")
            #expect(server.log.lines.filter { $0.contains("something else") || $0.contains(Webhook.customer) } == [])
        }
    }

    private static let putOff = Webhook.Answer(
        status: 503,
        json: ["error": ["status": 503, "reason": "the message could not be stored; send it again"]], retryAfter: "1")
}

extension TestServer {
    /// Sets a `PRAGMA` of the connection that writes.
    fileprivate func set(_ pragma: String) async throws {
        try await database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA \(pragma)") }
    }
}
