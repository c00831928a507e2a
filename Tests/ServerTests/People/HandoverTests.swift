import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Crypto
import CurlClient
import Expressions
import FlowEngine
import Foundation
import InMemoryStores
import JSON
import SQLStorage
import TestSupport
import Testing

@testable import Server

/// People in conversations: the inbox under `/admin/api`, and the webhook of an agent desk.
@Suite struct HandoverTests {
    @Test func `people read, answer and give back`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("help")
            try await phone.says("is anybody there?", shows: [])
            let list = try await server.admin("GET", "")
            #expect(list.status == 200)
            let entry = try #require(list.json?["handovers"]?[0])
            #expect(entry["queue"] == "workshop")
            #expect(entry["last_message"] == "is anybody there?")
            let id = try #require(entry["id"]?.int)

            let read = try await server.admin("GET", "/\(id)")
            let lines = read.json?["transcript"]?.array?.compactMap(\.string) ?? []
            #expect(lines.contains("you: help"))
            #expect(lines.contains("expect: handed over to workshop"))
            #expect(lines.last == "you: is anybody there?")

            let shown = try await phone.after { _, _ in
                let sent = try await server.admin("POST", "/\(id)/messages", #"{"text": "Good day, Jo here."}"#)
                #expect(sent.status == 200)
            }
            #expect(shown == ["Good day, Jo here."])
            let after = try await server.admin("GET", "/\(id)")
            #expect(after.json?["transcript"]?.array?.contains("person: Good day, Jo here.") == true)

            let back = try await server.admin("POST", "/\(id)/give-back")
            #expect(back.status == 200)
            #expect(try await server.admin("GET", "").json?["handovers"] == [])
            #expect(try await server.admin("POST", "/\(id)/give-back").status == 404)
            #expect(try await server.admin("POST", "/\(id)/messages", #"{"text": "Hello?"}"#).status == 404)
        }
    }

    /// A desk without a response, or with a 5xx, does not know whether the server has stored its request.
    @Test func `what people send again under the same id is done once`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("help")
            let id = try #require(try await server.admin("GET", "").json?["handovers"]?[0]?["id"]?.int)
            let shown = try await phone.after { _, _ in
                for text in ["One.", "One.", "Two."] {
                    let body = #"{"text": "\#(text)", "id": "\#(text)"}"#
                    let sent = try await server.admin("POST", "/\(id)/messages", body)
                    #expect(sent.status == 200)
                }
            }
            #expect(shown == ["One.", "Two."])
            for _ in 1...2 {
                #expect(try await server.admin("POST", "/\(id)/give-back", #"{"id": "back"}"#).status == 200)
            }
            let late = try await server.admin("POST", "/\(id)/messages", #"{"text": "One.", "id": "One."}"#)
            #expect(late.status == 200, "also when the conversation has gone back meanwhile")
            let new = try await server.admin("POST", "/\(id)/messages", #"{"text": "Three.", "id": "Three."}"#)
            #expect(new.status == 404)
        }
    }

    @Test(arguments: [
        ("GET", "/99", "", 404), ("GET", "/nobody", "", 404), ("POST", "/99/messages", #"{"text": "Hi"}"#, 404),
        ("POST", "/1/messages", "", 400), ("POST", "/1/messages", "{", 400), ("POST", "/1/messages", "{}", 400),
        ("POST", "/1/messages", #"{"text": "Hi", "id": ""}"#, 400), ("POST", "/1/give-back", #"{"id": 7}"#, 400),
        ("POST", "/1/give-back", "back", 400),
        ("POST", "/1/messages", #"{"text": "  "}"#, 400), ("POST", "/1/messages", #"{"text": 7}"#, 400),
    ])
    func `what cannot be done is refused with a reason, and changes nothing`(
        _ method: String, _ path: String, _ body: String, _ status: Int
    ) async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("help")
            let before = try Tables(server.databasePath, without: ["deliveries"])
            let response = try await server.admin(method, path, body)
            #expect(response.status == status)
            #expect(response.json?["error"]?["reason"]?.string?.isEmpty == false)
            #expect(try Tables(server.databasePath, without: ["deliveries"]) == before)
        }
    }

    @Test func `the inbox is given page by page, those first who have waited longest`() async throws {
        try await TestServer.run { server in
            var phones: [Phone] = []
            for name in ["ana", "ben", "cem", "dee", "eve"] {
                let phone = try Phone(on: server, customer: CustomerID("urn:mbid:\(name)"))
                try await phone.says("help")
                phones.append(phone)
                server.clock.turn(by: .seconds(1))
            }
            try await phones[0].says("is anybody there?", shows: [])
            let names = { (json: JSONValue?) in json?["handovers"]?.array?.compactMap { $0["customer"]?.string } ?? [] }
            let all = try await server.admin("GET", "")
            #expect(names(all.json) == ["ana", "ben", "cem", "dee", "eve"].map { "urn:mbid:\($0)" })
            #expect(all.json?["next"] == .null)
            let first = try await server.admin("GET", "?limit=2")
            #expect(names(first.json) == ["urn:mbid:ana", "urn:mbid:ben"])
            let second = try await server.admin("GET", "?limit=3&after=\(first.json?["next"]?.string ?? "")")
            #expect(names(second.json) == ["urn:mbid:cem", "urn:mbid:dee", "urn:mbid:eve"])
            let last = try await server.admin("GET", "?after=\(second.json?["next"]?.string ?? "")")
            #expect(names(last.json) == [])
        }
    }

    @Test(arguments: [
        ("?limt=2", "there is no parameter `limt`; the parameters are after, assignee, limit, queue"),
        ("?limit=0", "`limit` must be a number from 1 to 500"),
        ("?limit=501", "`limit` must be a number from 1 to 500"),
        ("?limit=", "`limit` must be a number from 1 to 500"),
        ("?after=x", "`after` must be `next` of the previous page"),
        ("?after=1-", "`after` must be `next` of the previous page"),
    ])
    func `what the inbox is not asked like is refused`(_ query: String, _ reason: String) async throws {
        try await TestServer.run { server in
            let response = try await server.admin("GET", query)
            #expect(response.status == 400)
            #expect(response.json?["error"]?["reason"] == .string(reason))
        }
    }

    @Test(arguments: [(0, 63), (7_200, 4)])
    func `a desk that does not answer is told again for an hour from what happened, or a minute at least`(
        _ age: Int, _ tries: Int
    ) async throws {
        let desk = Desk()
        try await desk.run { port in
            desk.refuse(.max)
            let clock = TurnableClock(standingAt: Account.now)
            let client = CurlClient(patience: .seconds(300))
            let notifier = AgentDesk(
                settings: DeskSettings(address: "http://127.0.0.1:\(port)/usher", secret: "between us"),
                store: InMemorySessionStore(), client: client, clock: clock, logger: LogRecorder().logger)
            let notice = DeskNotice(
                id: "n-1",
                fields: Fields([
                    ("type", .text("message")), ("at", .text((Account.now - .seconds(age)).iso)),
                ]))
            let conversation = ConversationKey(channel: "apple", customer: "ana", business: "shop")
            async let failure = notifier.failure(of: notice, in: conversation)
            for number in 1..<tries {
                await desk.until(number)
                let wait = [1, 4, 15, 60][min(number - 1, 3)]
                try await clock.untilSomebodySleeps(until: clock.now + .seconds(wait))
                clock.turn(by: .seconds(wait))
            }
            #expect(await failure == DeskFailure("HTTP status 500"))
            #expect(desk.notices.count == tries)
            #expect(Set(desk.notices.map { $0.json?["id"]?.string }) == ["n-1"])
            await client.shutdown()
        }
    }

    @Test(arguments: [nil, "Bearer wrong"])
    func `nobody without the token gets in`(_ authorization: String?) async throws {
        try await TestServer.run { server in
            for (method, path) in [("GET", ""), ("GET", "/1"), ("POST", "/1/messages"), ("POST", "/1/give-back")] {
                let response = try await server.admin(method, path, "{}", authorization: authorization)
                #expect(response.status == 401)
            }
        }
    }

    @Test func `an agent desk is told, signed, and again until it has taken it`() async throws {
        let desk = Desk()
        try await desk.run { port in
            let settings = DeskSettings(address: "http://127.0.0.1:\(port)/usher", secret: "between us")
            try await TestServer.run(.init(desk: settings)) { server in
                desk.refuse(1)
                let phone = try Phone(on: server)
                try await phone.says("help")
                await desk.until(1)
                await server.turn(by: .seconds(1), until: { await desk.until(2) })
                try await phone.says("is anybody there?")
                await desk.until(3)
                _ = try await server.simulator.close(from: phone.device.id)
                await desk.until(4)
                let told = desk.notices.compactMap(\.json)
                #expect(told.map { $0["type"]?.string } == ["handed-over", "handed-over", "message", "closed"])
                #expect(told[0]["id"] == told[1]["id"], "told again under the same id")
                #expect(told[0]["queue"] == "workshop")
                #expect(told[2]["text"] == "is anybody there?")
                #expect(told[2]["handover"] == told[0]["handover"])
                for notice in desk.notices { #expect(isSigned(notice, with: "between us")) }
                await server.conversations.untilCalled()
                #expect(try Tables(server.databasePath)["calls"] == [])
            }
        }
    }

    /// Checks `t=…,v1=…`: the code over time and body.
    private func isSigned(_ notice: Desk.Notice, with secret: String) -> Bool {
        let parts = notice.signature.split(separator: ",").map {
            $0.split(separator: "=", maxSplits: 1).map(String.init)
        }
        guard parts.count == 2, parts[0][0] == "t", parts[1][0] == "v1" else { return false }
        let signed = Data("\(parts[0][1]).".utf8) + Data(notice.body)
        let code = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: Data(secret.utf8)))
        return code.map { String(format: "%02x", $0) }.joined() == parts[1][1]
    }
}

extension TestServer {
    /// Sends a request of an operator.
    func admin(
        _ method: String, _ path: String, _ body: String = "",
        authorization: String? = "Bearer \(Account.operatorToken)"
    ) async throws -> (status: Int, json: JSONValue?) {
        try await operate(method, "/handovers" + path, body, authorization: authorization)
    }

    /// Sends a request of an operator below `/admin/api`.
    func operate(
        _ method: String, _ path: String, _ body: String = "",
        authorization: String? = "Bearer \(Account.operatorToken)"
    ) async throws -> (status: Int, json: JSONValue?) {
        var request = HTTPRequest.patient(method, url + "/admin/api" + path)
        if let authorization { request.headers.append(HTTPHeader(name: "Authorization", value: authorization)) }
        if !body.isEmpty { request.body = .bytes(Array(body.utf8)) }
        let response = try await client.send(request)
        let json = try? JSONValue(parsing: response.body)
        APIAnswers.expect(method, "/admin/api" + path, response.status, json)
        return (response.status, json)
    }

    /// Advances the clock repeatedly until something has happened.
    func turn(by length: TimeLength, until happened: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await happened() }
            group.addTask {
                while !Task.isCancelled {
                    clock.turn(by: length)
                    await pace()
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

extension AgentDesk {
    /// Delivers a notice, and returns why the desk has not accepted it.
    fileprivate func failure(of notice: DeskNotice, in conversation: ConversationKey) async -> DeskFailure? {
        do throws(DeskFailure) {
            try await notify(notice, of: conversation)
            return nil
        } catch {
            return error
        }
    }
}
