import AppleSimulator
import Channels
import ConversationRuntime
import CurlClient
import Expressions
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// `POST /admin/api/events`: systems of the business begin and continue conversations.
@Suite struct EventRouteTests {
    private static func shipped(to customer: String, _ number: Int = 17) -> JSONValue {
        ["event": "parcel shipped", "customer": .string(customer), "values": ["number": .int(number)]]
    }

    @Test func `an event begins a flow after the end of a conversation, and a repetition changes nothing`() async throws
    {
        try await TestServer.run(ParcelBot.setup()) { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a"))
            try await phone.says("hello")
            try await phone.taps("No", shows: ["Bye."])
            let shown = try await phone.after { _, _ in
                let answer = try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one")
                #expect(answer.status == 200)
                #expect(answer.json == ["session": 1, "outcome": "started", "repeated": false])
            }
            #expect(shown == ["Parcel 17 is on its way with somebody."])
            let again = try await phone.after { _, _ in
                let answer = try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one")
                #expect(answer.status == 200)
                #expect(answer.json == ["session": 1, "outcome": "started", "repeated": true])
            }
            #expect(again == [])
            let history = try await server.operate("GET", "/sessions/1/history")
            let lines = history.json?["transcript"]?.array?.compactMap(\.string) ?? []
            #expect(lines.filter { $0 == "event: parcel shipped with number is 17" }.count == 1)
            let entries = try await server.entries().filter { $0.act == "event.send" }
            #expect(entries.map(\.customer) == ["urn:mbid:a", "urn:mbid:a"])
            #expect(entries.map(\.object) == ["session 1", "session 1"])
            #expect(entries[0].details == ["event": "parcel shipped", "repeated": "true"])
            #expect(entries[1].details == ["event": "parcel shipped"])
        }
    }

    @Test func `a question that listens to it is left, in the middle of another it waits for the end`() async throws {
        try await TestServer.run(ParcelBot.setup()) { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a"))
            try await phone.says("hello")
            let waits = try await phone.after { _, _ in
                let answer = try await server.report(Self.shipped(to: "urn:mbid:a", 1), key: "one")
                #expect(answer.status == 202)
                #expect(answer.json?["outcome"] == "waiting")
            }
            #expect(waits == [])
            try await phone.taps("Yes")
            let shown = try await phone.after { _, _ in
                let answer = try await server.report(
                    ["event": "parcel shipped", "session": 1, "values": ["number": 2]], key: "two")
                #expect(answer.json?["outcome"] == "delivered")
            }
            #expect(shown == ["We have found parcel 2.", "Parcel 1 is on its way with somebody."])
        }
    }

    @Test func `a customer who has closed the conversation gets nothing, and one who never wrote is unknown`()
        async throws
    {
        try await TestServer.run(ParcelBot.setup()) { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a"))
            let unknown = try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one")
            #expect(unknown.status == 404)
            try await phone.says("hello")
            let shown = try await phone.after { simulator, device in
                _ = try await simulator.close(from: device)
                await server.untilQuiet()
                let answer = try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one")
                #expect(answer.status == 409)
                let reason = answer.json?["error"]?["reason"]?.string
                #expect(
                    reason
                        == "the customer has closed the conversation and receives no messages until they write")
            }
            #expect(shown == [])
            try await phone.says("hello again")
            try await phone.taps("No")
            let later = try await phone.after { _, _ in
                let answer = try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one")
                #expect(answer.status == 200, "a refused request has not used its key")
            }
            #expect(later == ["Parcel 17 is on its way with somebody."])
        }
    }

    @Test func `a customer of the web chat whose page is closed sees it when they open it next`() async throws {
        try await TestServer.run(ParcelBot.setup()) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            _ = try await browser.chooses("No")
            // No stream of events is open: the page is closed.
            let answer = try await server.report(Self.shipped(to: browser.customer), key: "one")
            #expect(answer.json?["outcome"] == "started")
            await server.untilQuiet()
            #expect(try await browser.messages().last?["text"] == "Parcel 17 is on its way with somebody.")
        }
    }

    @Test func `what waits, and which keys were used, outlasts a restart`() async throws {
        let folder = try TemporaryFolder()
        var setup = try ParcelBot.setup()
        setup.folder = folder
        let customer = CustomerID("urn:mbid:a")
        try await TestServer.run(setup) { server in
            let phone = try Phone(on: server, customer: customer)
            try await phone.says("hello")
            #expect(try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one").status == 202)
            await server.stop()
        }
        setup.seed += 1
        try await TestServer.run(setup) { server in
            let phone = try Phone(on: server, customer: customer)
            let again = try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one")
            #expect(again.status == 202)
            #expect(again.json == ["session": 1, "outcome": "waiting", "repeated": true])
            try await phone.says("no", shows: ["Bye.", "Parcel 17 is on its way with somebody."])
        }
    }

    @Test func `private values are sealed, and shown nowhere`() async throws {
        try await TestServer.run(ParcelBot.setup()) { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a"))
            try await phone.says("hello")
            try await phone.taps("Yes")
            let shown = try await phone.after { _, _ in
                let answer = try await server.report(
                    ["event": "code sent", "customer": "urn:mbid:a", "values": ["code": "hidden-4711"]], key: "one")
                #expect(answer.json?["outcome"] == "delivered")
            }
            #expect(shown == ["Your code is hidden-4711."])
            let history = try await server.operate("GET", "/sessions/1/history")
            #expect(history.json?.text.contains("hidden-4711") == false)
            let lines = history.json?["transcript"]?.array?.compactMap(\.string) ?? []
            #expect(lines.contains(#"event: code sent with code is "(code)""#))
            #expect(try await server.operate("GET", "/audit").json?.text.contains("hidden-4711") == false)
            let bytes = try Data(contentsOf: URL(filePath: server.databasePath))
            let log = (try? Data(contentsOf: URL(filePath: server.databasePath + "-wal"))) ?? Data()
            #expect((bytes + log).range(of: Data("hidden-4711".utf8)) == nil)
        }
    }

    @Test(arguments: [
        (#"{"event": "parcel shipped", "customer": "urn:mbid:a", "values": {"number": 17}}"#, "", 400),
        (#"{"event": "parcel shipped", "customer": "urn:mbid:a"}"#, "one", 422),
        (#"{"event": "parcel shipped", "customer": "urn:mbid:a", "values": {"number": "17"}}"#, "one", 422),
        (#"{"event": "parcel shipped", "customer": "urn:mbid:a", "values": {"number": 1, "size": 2}}"#, "one", 422),
        (#"{"event": "parcel lost", "customer": "urn:mbid:a"}"#, "one", 422),
        (#"{"event": "code sent", "customer": "urn:mbid:a", "values": {"code": "1"}}"#, "one", 409),
        (#"{"event": "parcel shipped", "customer": "urn:mbid:b", "values": {"number": 17}}"#, "one", 404),
        (#"{"event": "parcel shipped", "session": 4711, "values": {"number": 17}}"#, "one", 404),
        (#"{"event": "parcel shipped", "session": "1", "values": {"number": 17}}"#, "one", 400),
        (#"{"event": "parcel shipped", "values": {"number": 17}}"#, "one", 400),
        (#"{"event": "parcel shipped", "customer": "a\u0000", "values": {"number": 17}}"#, "one", 400),
        (#"{"event": "parcel shipped", "customer": "urn:mbid:a", "session": 1}"#, "one", 400),
        (#"{"event": "parcel shipped", "customer": "urn:mbid:a", "valeus": {}}"#, "one", 400),
        (#"{"customer": "urn:mbid:a"}"#, "one", 400), ("[]", "one", 400), ("{", "one", 400), ("", "one", 400),
    ])
    func `what cannot be done is refused with a reason, and changes nothing`(
        _ body: String, _ key: String, _ status: Int
    ) async throws {
        try await TestServer.run(ParcelBot.setup()) { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a"))
            try await phone.says("hello")
            let before = try Tables(server.databasePath, without: ["deliveries"])
            let answer = try await server.report(body, key: key)
            #expect(answer.status == status)
            #expect(answer.json?["error"]?["status"] == .int(status))
            #expect(answer.json?["error"]?["reason"]?.string?.isEmpty == false)
            #expect(try Tables(server.databasePath, without: ["deliveries"]) == before)
        }
    }

    @Test func `a refused event says what is missing, and the audit log has its customer`() async throws {
        try await TestServer.run(ParcelBot.setup()) { server in
            try await Phone(on: server, customer: CustomerID("urn:mbid:a")).says("hello")
            let missing = try await server.report(Self.shipped(to: "urn:mbid:a"), key: "")
            #expect(missing.status == 400)
            let reason = missing.json?["error"]?["reason"]?.string ?? ""
            #expect(reason.hasPrefix("the header `Idempotency-Key` is missing: "), "\(reason)")
            let long = try await server.report(Self.shipped(to: "urn:mbid:a"), key: String(repeating: "x", count: 201))
            #expect(
                long.json?["error"]?["reason"] == "the header `Idempotency-Key` must be a text of 1 to 200 bytes")
            let unknown = try await server.report(["event": "parcel lost", "session": 1], key: "one")
            #expect(unknown.status == 422)
            let entries = try await server.entries()
            #expect(entries.map(\.outcome) == [.failed, .failed, .failed])
            #expect(entries.allSatisfy { $0.customer == "urn:mbid:a" && $0.object == "session 1" }, "\(entries)")
        }
    }

    @Test func `a key of another request is refused, also when it was for another customer`() async throws {
        try await TestServer.run(ParcelBot.setup()) { server in
            for name in ["a", "b"] {
                let phone = try Phone(on: server, customer: CustomerID("urn:mbid:\(name)"))
                try await phone.says("hello")
            }
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            #expect(try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one").status == 202)
            for other in [
                Self.shipped(to: "urn:mbid:a", 18), Self.shipped(to: "urn:mbid:b"), Self.shipped(to: browser.customer),
            ] {
                #expect(try await server.report(other, key: "one").status == 422)
            }
            #expect(try await server.report(Self.shipped(to: "urn:mbid:a"), key: "one").status == 202)
        }
    }

    @Test func `nothing is stored from which a private value could be guessed`() throws {
        let bot = try ParcelBot.bot()
        let prints = try ["1234", "5678"].map { code in
            try ReportedEvent(["event": "code sent", "session": 1, "values": ["code": .string(code)]])
                .request(for: bot, key: "one").fingerprint
        }
        #expect(prints[0] == prints[1])
        let other = try ReportedEvent(["event": "code sent", "session": 2, "values": ["code": "1234"]])
            .request(for: bot, key: "one").fingerprint
        #expect(other != prints[0])
    }

    @Test func `a token needs the right for it, which is enough`() async throws {
        try await TestServer.run(ParcelBot.setup()) { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a"))
            try await phone.says("hello")
            let parcels = try await server.token("parcels", rights: [.sendEvents])
            let desk = try await server.token("desk", rights: [.changeConversations])
            let event = Self.shipped(to: "urn:mbid:a")
            #expect(try await server.report(event, key: "one", token: desk).status == 403)
            #expect(try await server.report(event, key: "one", token: parcels).status == 202)
            let read = try await server.operate("GET", "/sessions", authorization: "Bearer \(parcels)")
            #expect(read.status == 403)
        }
    }
}

extension TestServer {
    /// Reports an event from outside.
    func report(
        _ event: JSONValue, key: String, token: String = Account.operatorToken
    ) async throws -> (status: Int, json: JSONValue?) {
        try await report(event.text, key: key, token: token)
    }

    func report(
        _ body: String, key: String, token: String = Account.operatorToken
    ) async throws -> (status: Int, json: JSONValue?) {
        var request = HTTPRequest.patient("POST", url + "/admin/api/events")
        request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(token)"))
        if !key.isEmpty { request.headers.append(HTTPHeader(name: "Idempotency-Key", value: key)) }
        request.body = .bytes(Array(body.utf8))
        let response = try await client.send(request)
        let json = try? JSONValue(parsing: response.body)
        APIAnswers.expect("POST", "/admin/api/events", response.status, json)
        return (response.status, json)
    }
}
