import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine
import Foundation
import JSON
import MessageModel
import SQLStorage

@testable import PostgreSQLStorage

/// A customer's short conversation, as a server stores it: turns with messages and a call, marks of what was sent, the answer
/// of the call, and a webhook that comes twice. What fails is repeated as Apple, or the server itself, repeats it.
struct CutStory {
    let customer: String
    let address: PostgreSQLAddress

    private var conversation: ConversationKey {
        ConversationKey(channel: "apple", customer: customer, business: "shop")
    }
    private static let claim = Claim(owner: "one/1", length: .minutes(5))
    private static let now = Moment(seconds: 1_772_442_000)

    func play() async throws {
        let files = FileManager.default.temporaryDirectory.path
        let (database, data) = try await again {
            let database = try await PostgreSQLDatabase(address, files: files, writers: 1, readers: 1)
            return (database, try StoredData(database, key: nil, files: files))
        }
        let sessions = data.sessions
        try await turn(sessions, arrival: "\(customer)-1", says: ["1", "2"], calls: ["\(customer)-call"])
        try await turn(sessions, arrival: "\(customer)-2", says: ["3"])
        let session = try await again { try await sessions.session(of: conversation) }
        guard let id = session?.id else { throw Fault("the session is not there") }
        _ = try await again {
            try await sessions.mark([LaneMark(DeliveryID(id, 2), epoch: 1)], at: Self.now, for: Self.claim)
        }
        try await turn(sessions, answering: "\(customer)-call", says: ["4"])
        // Not recognizable when it is done twice; it is not repeated here.
        try await database.perform { [customer] db in
            try db.execute(sql: "INSERT INTO queue_waits (queue, waited) VALUES (?, 1)", arguments: [customer])
        }
        try await turn(sessions, arrival: "\(customer)-1", says: ["never"])
    }

    /// What is wrong with what is stored.
    func faults(_ outside: PostgreSQLEngine) async throws -> [String] {
        let queries = [
            ("history", "SELECT turn FROM history WHERE session_id = \(id) ORDER BY id", [1, 2, 3]),
            ("revision", "SELECT revision FROM sessions WHERE customer = '\(customer)'", [3]),
            ("arrivals", "SELECT COUNT(*) FROM arrivals WHERE id LIKE '\(customer)-%'", [2]),
            ("deliveries", "SELECT number FROM deliveries WHERE session_id = \(id) ORDER BY number", [3, 4]),
            ("lane", "SELECT next FROM lanes WHERE session_id = \(id) AND sent = 2 AND due IS NOT NULL", [5]),
            ("calls", "SELECT COUNT(*) FROM calls WHERE session_id = \(id)", [0]),
            ("rows without a key", "SELECT COUNT(*) FROM queue_waits WHERE queue = '\(customer)'", [1]),
        ]
        var faults: [String] = []
        for (name, sql, expected) in queries {
            let found = try await outside.read { try Int.fetchAll($0, sql: sql) }
            if found != expected { faults.append("\(name): \(found)") }
        }
        return faults
    }

    private var id: String { "(SELECT id FROM sessions WHERE customer = '\(customer)')" }

    private func turn(
        _ sessions: SQLSessions, arrival: String? = nil, answering call: String? = nil, says: [String],
        calls: [String] = []
    ) async throws {
        _ = try await again {
            let stored = try await sessions.session(of: conversation)
            let number = (stored?.session.turn ?? 0) + 1
            var record = TurnRecord(conversation: conversation, replaces: stored, version: "1", at: Self.now)
            record.arrival = arrival.map { ArrivalRecord(id: $0, outcome: "answered") }
            record.answeredCall = call
            record.event = Event(
                .heard(.text("turn \(number)"), bubble: nil), at: Self.now, seed: Seed(high: UInt64(number), low: 7))
            record.laneClaim = Self.claim
            var effects = says.map { Effect.send(Outgoing(id: "\(customer)-\(number)-\($0)", message: .text($0))) }
            effects += calls.map { .call(CallRequest(id: $0, action: "book", inputs: Fields())) }
            record.turn = Turn(session: try session(number), effects: effects)
            if case .conflict = try await sessions.commit(record) { throw Fault("conflict") }
        }
    }

    private func session(_ turn: Int) throws -> Session {
        try Session(
            json: [
                "status": "ended", "flow": "main", "step": "first", "answers": Fields().json,
                "customer": .string(customer), "device": Device(channel: .apple, capabilities: .quick).json,
                "language": "en", "intent": "order", "group": "north", "turn": .int(turn),
            ])
    }

    /// Why a step has to be repeated, or cannot be.
    private struct Fault: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private func again<Value>(_ work: () async throws -> Value) async throws -> Value {
        for _ in 0..<20 { if let value = try? await work() { return value } }
        return try await work()
    }
}
