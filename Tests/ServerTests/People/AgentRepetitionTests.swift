import AppleSimulator
import Channels
import ConversationRuntime
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// Requests of agents with an `id` that was used before.
@Suite struct AgentRepetitionTests {
    @Test(arguments: [
        ("messages", #"{"text": "Another", "id": "m-1"}"#), ("notes", #"{"text": "Hello", "id": "m-1"}"#),
        ("give-back", #"{"id": "m-1"}"#), ("take", #"{"id": "m-1"}"#),
        ("transfer", #"{"queue": "billing", "may_wait": true, "id": "m-1"}"#),
        ("messages", #"{"link": "https://a.example", "id": "m-1"}"#),
    ]) func `an id that another request has used is refused, and nothing is done`(
        _ path: String, _ body: String
    ) async throws {
        try await AgentShop.run(isAtOnce: true) { server, phone in
            let shown = try await phone.after { _, _ in
                let sent = try await server.admin("POST", "/1/messages", #"{"text": "Hello", "id": "m-1"}"#)
                #expect(sent.status == 200, "\(sent)")
            }
            #expect(shown == ["Hello"])
            let before = try Tables(server.databasePath, without: ["deliveries", "audit"])
            let refused = try await server.admin("POST", "/1/\(path)", body)
            let reason = "another request about this conversation has used this `id` within the last 7 days"
            #expect(refused.status == 422 && refused.json?["error"]?["reason"] == .string(reason), "\(refused)")
            #expect(try Tables(server.databasePath, without: ["deliveries", "audit"]) == before)
            let again = try await server.admin("POST", "/1/messages", #"{"id": "m-1", "text": "Hello"}"#)
            #expect(again.status == 200, "\(again)")
        }
    }

    @Test func `the answer to a repeated message says whose conversation it is, as the first did`() async throws {
        try await AgentShop.run { server, phone in
            let ana = "Bearer \(try await server.token("ana", role: .agent))"
            #expect(try await server.admin("POST", "/1/take", authorization: ana).status == 200)
            _ = try await phone.after { _, _ in
                for _ in 1...2 {
                    let sent = try await server.admin("POST", "/1/messages", #"{"text": "Hello", "id": "m-1"}"#)
                    #expect(sent.json == ["done": true, "assignee": "token ana"], "\(sent)")
                }
            }
        }
    }

    @Test func `with private answers in the conversation, nothing is kept of what a request said`() async throws {
        try await AgentShop.run(isPrivate: true) { server, _ in
            let noted = try await server.admin("POST", "/1/notes", #"{"text": "Frame WB-1234", "id": "n-1"}"#)
            #expect(noted.status == 200)
            let arrivals = try Tables(server.databasePath)["arrivals"].joined(separator: "\n")
            #expect(arrivals.contains("answered handover.note") && !arrivals.contains("answered handover.note "))
            // What was said is not compared then; what was done is.
            #expect(try await server.admin("POST", "/1/notes", #"{"text": "Other", "id": "n-1"}"#).status == 200)
            #expect(try await server.admin("POST", "/1/take", #"{"id": "n-1"}"#).status == 422)
        }
    }

    @Test func `requests of the API and of commands are told apart alike`() {
        func key(_ act: AuditAct, _ content: JSONObject) -> DeskRequestKey {
            DeskRequestKey("m-1", in: SessionID(7), doing: act, content)
        }
        let transfer: JSONObject = ["queue": "billing", "note": .null, "may_wait": false]
        #expect(key(.transferHandover, transfer) == key(.transferHandover, ["id": "m-1", "queue": "billing"]))
        #expect(key(.transferHandover, transfer) != key(.transferHandover, ["queue": "billing", "may_wait": true]))
        #expect(key(.takeHandover, [:]) != key(.releaseHandover, [:]))
        #expect(key(.takeHandover, [:]).id == "desk/7/m-1")
        // Former versions have recorded nothing else.
        #expect(!key(.takeHandover, [:]).isTaken(by: "answered"))
        #expect(!key(.takeHandover, [:]).isTaken(by: "the session cannot be read"))
    }
}
