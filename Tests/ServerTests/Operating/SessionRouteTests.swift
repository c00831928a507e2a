import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import TestSupport
import Testing

@testable import CustomerRecords
@testable import Server

/// `/admin/api/sessions`: management of sessions over HTTP.
@Suite struct SessionRouteTests {
    @Test func `sessions are listed page by page, and found by what they are`() async throws {
        try await TestServer.run { server in
            for customer in ["urn:mbid:a", "urn:mbid:b", "urn:mbid:c"] {
                let phone = try Phone(on: server, customer: CustomerID(customer))
                try await phone.says("Hi")
                server.clock.turn(by: .minutes(1))
                if customer.hasSuffix("b") { try await phone.taps("Order parts") }
            }
            let first = try await server.operate("GET", "/sessions?limit=2")
            #expect(first.json?["sessions"]?.array?.map { $0["customer"] } == ["urn:mbid:c", "urn:mbid:b"])
            let next = try #require(first.json?["next"]?.string)
            let last = try await server.operate("GET", "/sessions?limit=2&after=\(next)")
            #expect(last.json?["sessions"]?.array?.map { $0["customer"] } == ["urn:mbid:a"])
            #expect(last.json?["next"] == .null)
            for (query, count) in [
                ("step=parts", 1), ("flow=shop&status=waiting", 3), ("status=ended", 0), ("customer=mbid:a", 1),
                ("since=2%20minutes", 2), ("waiting_longer_than=2%20minutes", 1), ("text=parts", 1), ("text=tool", 0),
            ] {
                let found = try await server.operate("GET", "/sessions?\(query)")
                #expect(found.json?["sessions"]?.array?.count == count, "\(query)")
            }
        }
    }

    @Test func `one is shown, read, moved and reset`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a/b"))
            try await phone.says("Hi")
            let shown = try await server.operate("GET", "/sessions/urn%3Ambid%3Aa%2Fb")
            #expect(shown.json?["step"] == "welcome" && shown.json?["status"] == "waiting")
            let id = try #require(shown.json?["id"]?.int)
            let moved = try await phone.after { _, _ in
                let answer = try await server.operate("POST", "/sessions/\(id)/move", #"{"step": "name"}"#)
                #expect(answer.status == 200 && answer.json == ["done": true])
            }
            #expect(moved == ["What is your name?"])
            let history = try await server.operate("GET", "/sessions/\(id)/history")
            let lines = history.json?["transcript"]?.array?.compactMap(\.string) ?? []
            #expect(lines.contains("# an operator moved the conversation to shop/name"))
            #expect(history.json?["events"]?.array?.count == 2)
            #expect(history.json?["events"]?[1]?["event"]?["moved"] == ["flow": "shop", "step": "name"])
            #expect(try await server.operate("POST", "/sessions/\(id)/reset").status == 200)
            #expect(try await server.operate("GET", "/sessions/\(id)").json?["status"] == "ended")
            #expect(try await phone.says("Hi").first == "You are writing with our automated assistant.")
        }
    }

    @Test(arguments: [
        (#"{"step": "name", "flow": 5}"#, "`flow` must be the name of a flow"),
        (#"{"step": "name", "flow": ""}"#, "`flow` must be the name of a flow"),
        (#"{"step": "name", "flwo": "shop"}"#, "the body has no `flwo`; it has `step` and `flow`"),
        (#"{"flow": "shop"}"#, "the body must be JSON with a `step`, and a `flow` for a step of another flow"),
    ]) func `a move that is not understood moves no one`(_ body: String, _ reason: String) async throws {
        try await TestServer.run { server in
            try await Phone(on: server).says("Hi")
            let refused = try await server.operate("POST", "/sessions/1/move", body)
            #expect(refused.status == 400 && refused.json?["error"]?["reason"] == .string(reason), "\(refused)")
            #expect(try await server.operate("GET", "/sessions/1").json?["step"] == "welcome")
        }
    }

    @Test(arguments: [
        ("private=1", "`private` must be `true` or `false`"), ("private=TRUE", "`private` must be `true` or `false`"),
        ("private=", "`private` must be `true` or `false`"),
        ("Private=true", "there is no parameter `Private`; the parameters are private"),
    ]) func `an export without private values is no answer to who may have wanted them`(
        _ query: String, _ reason: String
    ) async throws {
        try await TestServer.run { server in
            try await Phone(on: server).says("Hi")
            let refused = try await server.operate("GET", "/sessions/1/export?\(query)")
            #expect(refused.status == 400 && refused.json?["error"]?["reason"] == .string(reason), "\(refused)")
            #expect(try await server.operate("GET", "/sessions/1/export?private=false").status == 200)
        }
    }

    @Test func `an export holds everything, and an erasure leaves nothing and gives a receipt`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a"))
            try await phone.says("Hi")
            try await phone.taps("Order parts")
            let export = try await server.operate("GET", "/sessions/urn:mbid:a/export")
            let session = try #require(export.json?["sessions"]?[0])
            #expect(session["answers"]?["welcome"] == "Order parts")
            #expect(session["transcript"]?.array?.contains("tap: Order parts") == true)
            #expect(session["events"]?.array?.count == 2)
            #expect(export.json?["known"]?[0]?["channel"] == "apple")
            for part in ["files", "payments", "sign_ins", "tokens", "dead_letters"] {
                #expect(export.json?[part] == [], "\(part)")
            }
            let receipt = try #require(try await server.operate("DELETE", "/sessions/urn:mbid:a").json)
            #expect(receipt["removed"]?["sessions"] == 1 && receipt["removed"]?["events"] == 2)
            #expect(receipt["removed"]?["bubbles"] == 2 && receipt["removed"]?["known_facts"] == 1)
            #expect(receipt["erased_at"] == .string(server.clock.now.iso))
            #expect(try await server.operate("GET", "/sessions/urn:mbid:a/export").status == 404)
            let again = try await server.operate("DELETE", "/sessions/urn:mbid:a")
            #expect(again.status == 404, "there is nothing left that could be erased")
            #expect(again.json?["receipt"] == nil)
        }
    }

    @Test func `the web chat is exported and erased with its customer`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            let path = "/sessions/\(browser.customer)"
            let shown = try await server.operate("GET", path + "/export")
            let messages = try #require(shown.json?["web_chat"]?["conversations"]?[0]?["messages"]?.array)
            #expect(messages.count >= 3 && messages.allSatisfy { $0["parts"] == "(private)" })
            let opened = try await server.operate("GET", path + "/export?private=true")
            let parts = opened.json?["web_chat"]?["conversations"]?[0]?["messages"]?[0]?["parts"]
            #expect(parts?.text.contains("hello") == true)
            let receipt = try await server.operate("DELETE", path)
            #expect(receipt.json?["removed"]?["chat_conversations"] == 1)
            #expect(receipt.json?["removed"]?["chat_messages"] == .int(messages.count))
            #expect(try await server.operate("GET", path + "/export").status == 404)
        }
    }

    @Test func `payments are exported with their trail, and stay in the books without their customer`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            try await phone.opensSheet()
            let customer = try await shop.payment().conversation.customer
            let id = try #require(customer.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let path = "/sessions/\(id)"
            let export = try await shop.server.operate("GET", path + "/export")
            #expect(export.status == 200)
            let payment = try #require(export.json?["payments"]?[0])
            #expect(payment["state"] == "opened" && payment["customer"] == .string(customer))
            #expect(payment["trail"]?[0]?["what"] == "opened")
            let receipt = try await shop.server.operate("DELETE", path)
            #expect(receipt.json?["removed"]?["payments_made_anonymous"] == 1)
            #expect(try await shop.payment().conversation.customer == "")
            #expect(try await shop.server.operate("GET", path + "/export").status == 404)
        }
    }

    @Test func `whoever changes a receipt changes its digest`() {
        let erasure = Erasure(sessions: 1, letters: 0, traces: [.events: 4], isThorough: true)
        let one = ErasureReceipt(erasure, of: "ana", at: Account.now).json
        #expect(ErasureReceipt(erasure, of: "ana", at: Account.now).json == one)
        for other in [
            ErasureReceipt(erasure, of: "ben", at: Account.now),
            ErasureReceipt(erasure, of: "ana", at: Account.now + .days(1)),
            ErasureReceipt(Erasure(sessions: 2, letters: 0, isThorough: true), of: "ana", at: Account.now),
        ] { #expect(other.json["digest"] != one["digest"]) }
        #expect(!one.text.contains("\"ana\""))
    }

    @Test(arguments: [
        ("GET", "/sessions/99", "", 404), ("GET", "/sessions/nobody/history", "", 404),
        ("GET", "/sessions/nobody/export", "", 404), ("POST", "/sessions/99/reset", "", 404),
        ("POST", "/sessions/99/move", #"{"step": "name"}"#, 404), ("POST", "/sessions/1/move", "{", 400),
        ("POST", "/sessions/1/move", "{}", 400), ("POST", "/sessions/1/move", #"{"step": "nmae"}"#, 400),
        ("POST", "/sessions/1/move", #"{"step": "name", "flow": "nowhere"}"#, 400),
        ("POST", "/sessions/1/move", #"{"step": "done"}"#, 409), ("GET", "/sessions?status=lost", "", 400),
        ("GET", "/sessions?since=lately", "", 400), ("GET", "/sessions?waiting_longer_than=2", "", 400),
        ("GET", "/sessions?limit=0", "", 400), ("GET", "/sessions?limit=501", "", 400),
        ("GET", "/sessions?after=x", "", 400), ("GET", "/sessions?stauts=waiting", "", 400),
        ("GET", "/dead-letters/9", "", 404), ("GET", "/dead-letters?limit=x", "", 400),
        ("GET", "/dead-letters?limt=2", "", 400), ("DELETE", "/sessions/99", "", 404),
        ("POST", "/dead-letters/9/retry", "", 404), ("DELETE", "/dead-letters/9", "", 404),
        ("POST", "/sessions/1/move", String(repeating: " ", count: 70_000), 413),
    ])
    func `what cannot be done is refused with a reason, and changes nothing`(
        _ method: String, _ path: String, _ body: String, _ status: Int
    ) async throws {
        try await TestServer.run { server in
            try await Phone(on: server).says("Hi")
            let before = try Tables(server.databasePath, without: ["deliveries"])
            let response = try await server.operate(method, path, body)
            #expect(response.status == status, "\(response)")
            #expect(response.json?["error"]?["reason"]?.string?.isEmpty == false)
            #expect(try Tables(server.databasePath, without: ["deliveries"]) == before)
        }
    }

    @Test(arguments: [nil, "Bearer wrong"])
    func `nobody without the token gets in`(_ authorization: String?) async throws {
        try await TestServer.run { server in
            try await Phone(on: server).says("Hi")
            let before = try Tables(server.databasePath, without: ["deliveries"])
            for (method, path) in [
                ("GET", ""), ("GET", "/1"), ("GET", "/1/history"), ("GET", "/1/export"), ("POST", "/1/reset"),
                ("POST", "/1/move"), ("DELETE", "/1"),
            ] {
                let response = try await server.operate(
                    method, "/sessions" + path, #"{"step": "name"}"#, authorization: authorization)
                #expect(response.status == 401, "\(method) \(path)")
            }
            // A client that tries too many wrong tokens waits a minute.
            server.clock.turn(by: .seconds(60))
            for (method, path) in [("GET", ""), ("GET", "/1"), ("POST", "/1/retry"), ("DELETE", "/1")] {
                let response = try await server.operate(
                    method, "/dead-letters" + path, authorization: authorization)
                #expect(response.status == 401, "\(method) \(path)")
            }
            #expect(try Tables(server.databasePath, without: ["deliveries"]) == before)
        }
    }
}
