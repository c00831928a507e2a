import Accounts
import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// What agents do with conversations over HTTP.
@Suite struct AgentRouteTests {
    @Test func `of two agents who take a conversation one has it, and the other sees who`() async throws {
        try await AgentShop.run { server, _ in
            let bearers = [
                "Bearer \(try await server.token("ana", role: .agent))",
                "Bearer \(try await server.token("ben", role: .agent))",
            ]
            let answers = try await withThrowingTaskGroup(of: (status: Int, json: JSONValue?).self) { group in
                for bearer in bearers {
                    group.addTask { try await server.admin("POST", "/1/take", authorization: bearer) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.map(\.status).sorted() == [200, 409])
            let entry = try #require(try await server.admin("GET", "/1").json)
            let winner = try #require(entry["assignee"]?.string)
            let refused = try #require(answers.first { $0.status == 409 }?.json)
            #expect(refused["error"]?["reason"] == .string("`\(winner)` has taken the conversation"))
            let loser = winner == "token ana" ? bearers[1] : bearers[0]
            let mine = try await server.admin("GET", "?assignee=me", authorization: loser)
            #expect(mine.json?["handovers"] == [])
            #expect(try await server.admin("GET", "?assignee=none").json?["handovers"] == [])
            #expect(try await server.admin("GET", "?queue=workshop").json?["handovers"]?.array?.count == 1)
            #expect(try await server.admin("GET", "?queue=billing").json?["handovers"] == [])
            // The customer is answered all the same, and the response says whose conversation it is.
            let sent = try await server.admin("POST", "/1/messages", #"{"text": "Hello"}"#, authorization: loser)
            #expect(sent.status == 200 && sent.json?["assignee"] == .string(winner))
            let released = try await server.admin("POST", "/1/release", authorization: loser)
            #expect(released.status == 200)
            let again = try await server.admin("POST", "/1/take", authorization: loser)
            #expect(again.status == 200)
            let entries = try await server.entries().filter { $0.act == "handover.take" }
            #expect(entries.map(\.outcome).sorted { $0.rawValue < $1.rawValue } == [.done, .done, .failed])
        }
    }

    @Test func `a conversation is given to accounts that may answer customers`() async throws {
        try await AgentShop.run { server, _ in
            for (name, role) in [("jo", Role.agent), ("flo", .author)] {
                let account = ConversationRuntime.Account(name: name, role: role, password: "", at: server.clock.now)
                let entry = AuditEntry(.addAccount, by: "jo", at: server.clock.now)
                #expect(try await server.database.accounts.add(account, recording: entry))
            }
            let given = try await server.admin("POST", "/1/assign", #"{"to": "jo"}"#)
            #expect(given.status == 200)
            for (name, reason) in [
                ("flo", "the account `flo` lacks the right `answer-customers`"),
                ("jos", "there is no account `jos`; did you mean `jo`?"),
                ("kimberly", "there is no account `kimberly`; `GET /admin/api/queues` lists the agents"),
            ] {
                let refused = try await server.admin("POST", "/1/assign", "{\"to\": \"\(name)\"}")
                #expect(refused.status == 400 && refused.json?["error"]?["reason"] == .string(reason))
            }
            let queues = try await server.operate("GET", "/queues")
            #expect(queues.json?["me"] == "admin.token")
            #expect(
                queues.json?["agents"] == [
                    ["name": "admin.token", "conversations": 0], ["name": "jo", "conversations": 1],
                ])
            let lines = try await AgentShop.lines(server)
            #expect(lines.suffix(2) == ["# agent: admin.token", "# assigns the conversation to jo"])
            let entry = try #require(
                try await server.entries().first { $0.act == "handover.assign" && $0.outcome == .done })
            #expect(entry.details["to"] == "jo" && entry.object == "session 1")
        }
    }

    @Test func `a note is shown to people alone, exported and erased`() async throws {
        try await AgentShop.run(isPrivate: true) { server, phone in
            let shown = try await phone.after { _, _ in
                for _ in 1...2 {
                    let body = #"{"text": "Frame WB-1234, called twice.", "id": "n-1"}"#
                    let noted = try await server.admin("POST", "/1/notes", body)
                    #expect(noted.status == 200)
                }
            }
            #expect(shown == [])
            let lines = try await AgentShop.lines(server)
            #expect(lines.count { $0 == "# note: Frame WB-1234, called twice." } == 1)
            #expect(lines.contains("# agent: admin.token"))
            // The conversation has a private answer, which the note may repeat.
            let history = try await server.operate("GET", "/sessions/1/history")
            #expect(history.json?.text.contains("WB-1234") == false)
            let closed = try await server.operate("GET", "/sessions/1/export")
            #expect(closed.json?.text.contains("called twice") == false)
            let open = try await server.operate("GET", "/sessions/1/export?private=true")
            #expect(open.json?.text.contains("called twice") == true)
            let tables = try Tables(server.databasePath)
            #expect(!tables.names.contains { tables[$0].joined().contains("called twice") }, "it is sealed")
            _ = try await server.operate("DELETE", "/sessions/1")
            #expect(try await server.admin("GET", "/1").status == 404)
        }
    }

    @Test func `a transfer keeps the time of those who wait, and no one has the conversation there`() async throws {
        let desk = Desk()
        try await desk.run { port in
            let settings = DeskSettings(address: "http://127.0.0.1:\(port)/usher", secret: "between us")
            try await AgentShop.run(desk: settings) { server, _ in
                await desk.until(1)
                let since = try await server.admin("GET", "/1").json?["since"]
                server.clock.turn(by: .minutes(5))
                _ = try await server.admin("POST", "/1/take")
                await desk.until(2)
                let body = #"{"queue": "billing", "note": "Asks for an invoice."}"#
                let moved = try await server.admin("POST", "/1/transfer", body)
                #expect(moved.status == 200, "\(moved)")
                await desk.until(3)
                let entry = try #require(try await server.admin("GET", "/1").json)
                #expect(entry["queue"] == "billing" && entry["address"] == "accounts" && entry["assignee"] == .null)
                #expect(entry["note"] == "Asks for an invoice." && entry["since"] == since)
                let queues = try #require(try await server.operate("GET", "/queues").json?["queues"]?.array)
                #expect(queues.map { $0["name"] } == ["workshop", "billing"])
                #expect(queues.map { $0["waiting"] } == [0, 1] && queues.map { $0["open"] } == [true, true])
                #expect(queues[1]["oldest_since"] == since && queues[1]["closes_at"]?.string != nil)
                let told = desk.notices.compactMap(\.json)
                #expect(told.map { $0["type"] } == ["handed-over", "assigned", "transferred"])
                #expect(told[1]["agent"] == "admin.token" && told[1]["by"] == "admin.token")
                #expect(told[2]["queue"] == "billing" && told[2]["note"] == "Asks for an invoice.")
                // The first answer ends the wait, which began with the hand-over.
                _ = try await server.admin("POST", "/1/messages", #"{"text": "Hello"}"#)
                await desk.until(4)
                let after = try await server.operate("GET", "/queues").json?["queues"]?[1]
                #expect(after?["waiting"] == 0 && after?["first_answer_seconds"]?["median"] == 300)
                let page = try await server.operate("GET", "/handovers?queue=billing")
                #expect(page.json?["handovers"]?.array?.count == 1)
            }
        }
    }

    @Test func `a closed queue is refused, unless the customer may wait`() async throws {
        try await AgentShop.run { server, _ in
            server.clock.turn(by: .hours(14))
            let refused = try await server.admin("POST", "/1/transfer", #"{"queue": "billing"}"#)
            #expect(refused.status == 409)
            #expect(refused.json?["error"]?["reason"] == "the queue `billing` is closed")
            let waits = try await server.admin("POST", "/1/transfer", #"{"queue": "billing", "may_wait": true}"#)
            #expect(waits.status == 200)
            let queue = try await server.operate("GET", "/queues").json?["queues"]?[1]
            #expect(queue?["open"] == false && queue?["opens_at"]?.string != nil && queue?["closes_at"] == .null)
        }
    }

    @Test func `choices are a bubble, and the answer comes back with its id`() async throws {
        let desk = Desk()
        try await desk.run { port in
            let settings = DeskSettings(address: "http://127.0.0.1:\(port)/usher", secret: "between us")
            try await AgentShop.run(desk: settings) { server, phone in
                let body = """
                    {"choices": {"title": "Which wheel?",
                     "options": [{"id": "f", "label": "Front"}, {"id": "r", "label": "Rear"}]}}
                    """
                let shown = try await phone.after { _, _ in
                    let sent = try await server.admin("POST", "/1/messages", body)
                    #expect(sent.status == 200, "\(sent)")
                }
                #expect(shown.last?.hasSuffix("Front, Rear") == true, "\(shown)")
                try await phone.taps("Rear", shows: [])
                await desk.until(3)
                let lines = try await AgentShop.lines(server)
                #expect(lines.suffix(2) == ["tap: Rear", "# chosen: r"])
                #expect(lines.contains("# sends: choices"))
                let told = desk.notices.compactMap(\.json)
                #expect(told.map { $0["type"] } == ["handed-over", "sent", "message"])
                #expect(told[1]["choices"]?[1] == ["id": "r", "label": "Rear"] && told[1]["by"] == "admin.token")
                #expect(told[2]["text"] == "Rear" && told[2]["selected"] == ["r"])
                let entry = try #require(try await server.admin("GET", "").json?["handovers"]?[0])
                #expect(entry["answered"] == false)
            }
        }
    }

    @Test func `a question of a flow, a link and an offer of replies`() async throws {
        try await AgentShop.run { server, phone in
            let offers = try #require(try await server.admin("GET", "/1/offers").json)
            #expect(
                offers["replies"] == [["name": "welcome", "text": "Hello, this is Spoke & Chain.", "shortcut": "hi"]])
            #expect(offers["questions"]?.array?.map { $0["step"] } == ["welcome", "day"])
            #expect(offers["questions"]?[1]?["text"] == "Which day for the brakes?")
            let shown = try await phone.after { _, _ in
                let body = #"{"question": {"flow": "shop", "step": "day"}}"#
                let sent = try await server.admin("POST", "/1/messages", body)
                #expect(sent.status == 200)
            }
            #expect(shown.first == "Which day for the brakes?", "\(shown)")
            try await phone.taps("Tuesday", shows: [])
            #expect(try await AgentShop.lines(server).contains("tap: Tuesday"))
            let link = try await phone.after { _, _ in
                let body = #"{"link": {"url": "https://shop.example/bill", "title": "Your bill"}}"#
                let sent = try await server.admin("POST", "/1/messages", body)
                #expect(sent.status == 200)
            }
            #expect(link.joined().contains("https://shop.example/bill"), "\(link)")
            let refused = try await server.admin(
                "POST", "/1/messages", #"{"question": {"flow": "shop", "step": "plate"}}"#)
            #expect(refused.status == 409)
            #expect(
                refused.json?["error"]?["reason"] == "the question `plate` is private: only its flow can ask it")
        }
    }

    @Test func `a file arrives as an attachment`() async throws {
        try await AgentShop.run { server, phone in
            let stored = try await server.upload("PDF, almost", named: "bill%207.pdf", for: 1)
            #expect(stored.status == 200 && stored.json?["name"] == "bill 7.pdf", "\(stored)")
            #expect(stored.json?["kind"] == "application/pdf" && stored.json?["size"] == 11)
            let id = try #require(stored.json?["id"]?.string)
            let last = try server.simulator.lastNumber(of: phone.device.id)
            let sent = try await server.admin("POST", "/1/messages", "{\"file\": \"\(id)\"}")
            #expect(sent.status == 200, "\(sent)")
            await server.untilQuiet()
            let entries = try await server.simulator.messages(of: phone.device.id, after: last, wait: .seconds(60))
            #expect(entries.flatMap(\.files).map(\.name) == ["bill 7.pdf"], "\(entries)")
            #expect(try await AgentShop.lines(server).suffix(2) == ["# sends: file", "bot: bill 7.pdf"])
            // It is no file of the customer.
            #expect(try await server.admin("GET", "/1").json?["files"] == [])
            let other = try await server.admin("POST", "/1/messages", #"{"file": "no-such"}"#)
            #expect(other.status == 400)
        }
    }

    @Test func `queues and agents are measured`() async throws {
        try await AgentShop.run { server, _ in
            _ = try await server.admin("POST", "/1/take")
            server.clock.turn(by: .minutes(2))
            let page = try await server.metrics()
            #expect(page[#"usher_queue_conversations{queue="workshop"}"#] == 1)
            #expect(page[#"usher_queue_waiting{queue="workshop"}"#] == 1)
            #expect(page[#"usher_queue_oldest_seconds{queue="workshop"}"#] == 120)
            #expect(page[#"usher_agent_conversations{agent="admin.token"}"#] == 1)
            _ = try await server.admin("POST", "/1/messages", #"{"text": "Hello"}"#)
            let later = try await server.metrics()
            #expect(later[#"usher_queue_first_answer_seconds{queue="workshop"}"#] == 120)
            #expect(later[#"usher_queue_oldest_seconds{queue="workshop"}"#] == nil)
        }
    }
}
