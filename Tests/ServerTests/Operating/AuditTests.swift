import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Databases
import Expressions
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import CustomerRecords
@testable import Server

/// The audit log of the admin API.
@Suite struct AuditTests {
    private static let customer = "urn:mbid:ana"

    /// The last entry, and that it was the only one of a request.
    private static func entry(
        _ server: TestServer, of request: () async throws -> (status: Int, json: JSONValue?)
    ) async throws -> AuditEntry {
        let before = try await server.entries().count
        let answer = try await request()
        let entries = try await server.entries()
        #expect(entries.count == before + 1, "\(answer)")
        return try #require(entries.first)
    }

    @Test func `what is read and changed of a customer is there, once each`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Self.customer))
            try await phone.says("help")
            let requests: [(String, String, String, AuditAct)] = [
                ("GET", "/sessions/1", "", .showSession), ("GET", "/sessions/1/history", "", .readSession),
                ("GET", "/sessions/1/export", "", .exportCustomer), ("GET", "/handovers/1", "", .readHandover),
                ("POST", "/handovers/1/messages", #"{"text": "Hello"}"#, .answerHandover),
                ("POST", "/handovers/1/give-back", "", .giveBackHandover),
                ("POST", "/sessions/1/reset", "", .resetSession),
            ]
            for (method, path, body, act) in requests {
                let entry = try await Self.entry(server) { try await server.operate(method, path, body) }
                #expect(entry.act == act.rawValue && entry.outcome == .done, "\(entry)")
                #expect(entry.actor == "admin.token" && entry.customer == Self.customer, "\(entry)")
                #expect(entry.object == (act == .exportCustomer ? nil : "session 1"), "\(entry)")
            }
            let lists: [(String, AuditAct)] = [
                ("/sessions?text=Rose%20Street", .listSessions), ("/handovers", .listHandovers),
                ("/bookings", .listBookings), ("/dead-letters", .listDeadLetters), ("/results/bookings", .listResults),
            ]
            for (path, act) in lists {
                let entry = try await Self.entry(server) { try await server.operate("GET", path) }
                #expect(entry.act == act.rawValue && entry.customer == nil, "\(entry)")
                #expect(!entry.details.text.contains("Rose"), "what is searched for may be a customer's")
            }
            await server.turnUntilSent()
        }
    }

    @Test func `an erased customer is a hash, as in the receipt, and comes back by no later request`() async throws {
        try await TestServer.run { server in
            try await Phone(on: server, customer: CustomerID(Self.customer)).says("Hi")
            _ = try await server.operate("GET", "/sessions/1/export")
            let receipt = try await server.operate("DELETE", "/sessions/1")
            let hash = try #require(receipt.json?["customer_sha256"]?.string)
            let again = try await server.operate("DELETE", "/sessions/\(Self.customer)")
            #expect([404, 409].contains(again.status))
            #expect(try await server.operate("GET", "/results/bookings?customer=\(Self.customer)").status == 404)
            let entries = try await server.entries()
            #expect(entries.map(\.act) == ["result.list", "customer.erase", "customer.erase", "customer.export"])
            #expect(entries.map(\.customer) == [nil, nil, "sha256:\(hash)", "sha256:\(hash)"])
            #expect(entries.map(\.outcome) == [.failed, .failed, .done, .done])
            let list = try await server.operate("GET", "/audit?customer=\(Self.customer)")
            #expect(list.json?["entries"]?.array?.map { $0["act"] } == ["customer.erase", "customer.export"])
        }
    }

    @Test func `a request that fails is there with its status, and metrics are not`() async throws {
        try await TestServer.run { server in
            let moved = try await Self.entry(server) {
                try await server.operate("POST", "/sessions/9/move", #"{"step": "x"}"#)
            }
            #expect(moved.act == "session.move" && moved.outcome == .failed && moved.details["status"] == "404")
            #expect(try await server.send(.metrics, authorization: "Bearer \(Account.operatorToken)").status == 200)
            #expect(try await server.entries().count == 1)
        }
    }

    @Test func `publishing is there with the version, and who did it`() async throws {
        let folder = try TemporaryFolder()
        try await TestServer.run(.init(project: try NumberedShop(number: 1).sources(in: folder))) { server in
            let token = try await server.token("deploy", role: .author)
            var files = JSONObject()
            for (path, text) in NumberedShop(number: 2).files { files[path] = .string(text) }
            for isDry in [true, false] {
                let body = JSONValue.object(["files": .object(files), "dry_run": .bool(isDry)]).text
                let answer = try await server.operate("POST", "/publish", body, authorization: "Bearer \(token)")
                #expect(answer.status == 200, "\(answer)")
                if !isDry { #expect(answer.json?["published"]?["author"] == "token deploy") }
            }
            let entries = try await server.entries().prefix(2)
            #expect(entries.map(\.act) == ["flows.publish", "flows.dry-run"])
            #expect(entries.allSatisfy { $0.actor == "token deploy" && $0.object?.hasPrefix("version ") == true })
        }
    }

    @Test func `the log is read by page and by filter, and reading it is in it`() async throws {
        try await TestServer.run { server in
            for _ in 1...3 { _ = try await server.operate("GET", "/sessions") }
            let first = try await server.operate("GET", "/audit?limit=2")
            #expect(first.json?["entries"]?.array?.map { $0["act"] } == ["session.list", "session.list"])
            let next = try #require(first.json?["next"]?.int)
            let last = try await server.operate("GET", "/audit?limit=2&before=\(next)")
            #expect(last.json?["entries"]?.array?.count == 1 && last.json?["next"] == .null)
            let entry = try #require(last.json?["entries"]?[0])
            #expect(entry["actor"] == "admin.token" && entry["outcome"] == "done" && entry["customer"] == .null)
            for (query, count) in [
                ("act=audit.read", 2), ("actor=admin.token&since=1%20hour", 6), ("customer=ana", 0), ("actor=jo", 0),
            ] {
                let found = try await server.operate("GET", "/audit?\(query)")
                #expect(found.json?["entries"]?.array?.count == count, "\(query)")
            }
            for query in ["since=soon", "before=x", "limit=0", "colour=red", "act=nope", "act="] {
                #expect(try await server.operate("GET", "/audit?\(query)").status == 400)
            }
            let reason = try await server.operate("GET", "/audit?act=nope").json?["error"]?["reason"]?.string ?? ""
            #expect(reason.hasPrefix("there is no act `nope`; the acts are ") && reason.contains(", audit.read"))
        }
    }

    @Test func `a change of which the outcome is not known gets a 503, and no entry that denies it`() async throws {
        try await TestServer.run { server in
            try await Phone(on: server, customer: CustomerID(Self.customer)).says("Hi")
            server.gate.failCommits(with: SQLError(.unknown, "commits wait for a standby"))
            let unknown = try await server.operate("POST", "/sessions/1/reset")
            #expect(unknown.status == 503)
            #expect(
                unknown.json?["error"]?["reason"]?.string
                    == "the database does not respond: commits wait for a standby. The request may have taken effect, or "
                    + "may do so later: look before you repeat it")
            #expect(try await server.entries().isEmpty, "the transaction has the entry")
            server.gate.failCommits(with: SQLError(.unavailable, "no connection"))
            let failed = try await server.operate("POST", "/sessions/1/reset")
            #expect(failed.status == 503)
            #expect(failed.json?["error"]?["reason"]?.string == "the database does not respond: no connection")
            let entries = try await server.entries()
            #expect(entries.map(\.outcome) == [.failed] && entries.first?.details["status"] == "503")
            server.gate.failCommits(with: nil)
        }
    }

    @Test func `what cannot be entered is not shown`() async throws {
        try await TestServer.run { server in
            try await Phone(on: server, customer: CustomerID(Self.customer)).says("Hi")
            try await server.database.change { try $0.execute(sql: "ALTER TABLE audit RENAME TO gone") }
            let answer = try await server.operate("GET", "/sessions/1/history")
            #expect(answer.status >= 500 && answer.json?["transcript"] == nil)
            #expect(try await server.operate("POST", "/sessions/1/reset").status >= 500)
            let session = try await server.database.operators.sessions(named: "1").first
            #expect(session?.status == "waiting", "nothing has changed")
        }
    }
}
