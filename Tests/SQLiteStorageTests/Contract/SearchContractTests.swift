import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine
import GRDB
import JSON
import MessageModel
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// Operators find sessions by their properties, page by page.
@Suite struct SearchContractTests {
    private static let people = ["ana", "ben", "cem", "dee", "eve"]

    private static func key(_ customer: String) -> ConversationKey {
        ConversationKey(channel: "apple", customer: customer, business: "shop")
    }

    /// Five customers, a minute apart: Ana waits, Ben's call is in progress, Cem is with people, Dee has ended, Eve has
    /// closed.
    private func fill(_ stores: SessionStores) async throws {
        let statuses = ["waiting", "calling", "with-person", "ended", "closed"]
        for (place, customer) in Self.people.enumerated() {
            let at = tenOClock + .minutes(place)
            var record = try record(Self.key(customer), Doing(), at: at)
            guard var object = record.turn?.session.json.object else { continue }
            object["status"] = .string(statuses[place])
            object["flow"] = .string(place < 3 ? "order" : "repair")
            object["step"] = .string(place % 2 == 0 ? "pay" : "ask")
            object["answers"] = [
                "street": ["text": .string("\(place) Rose Street")], "share": ["text": "100 % \\"],
                "pin": ["text": .string("secret-\(place)")],
                "town": ["text": .string(place == 1 ? "Zürich-Öst" : "Ulm")],
            ]
            object["private"] = ["pin"]
            object["at"] = .int(at.milliseconds)
            record.turn = Turn(session: try Session(json: .object(object)), effects: [])
            try await stores.sessions.keep(record)
        }
    }

    /// A turn of a customer whose conversation is, or is no longer, handed over to people.
    ///
    /// - Parameter handsOver: whether this turn hands it over.
    private static func turn(
        of customer: String, _ status: String, handsOver: Bool = false, after minutes: Int,
        replacing stored: StoredSession? = nil
    ) throws -> TurnRecord {
        var record = try record(key(customer), Doing(), replacing: stored, at: tenOClock + .minutes(minutes))
        guard var object = record.turn?.session.json.object else { return record }
        object["status"] = .string(status)
        let effects = handsOver ? [Effect.handOver(queue: "desk", address: nil, note: nil)] : []
        record.turn = Turn(session: try Session(json: .object(object)), effects: effects)
        return record
    }

    @Test(arguments: StoreKind.allCases)
    func `whoever has waited longest for a person comes first, whatever they write meanwhile`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            var stored: [String: StoredSession] = [:]
            for (minute, customer) in Self.people.enumerated() {
                stored[customer] = try await stores.sessions.saved(
                    Self.turn(of: customer, "with-person", handsOver: true, after: minute))
            }
            let waiting = { (place: HandoverPlace?, limit: Int) in
                try await stores.operators.handovers(after: place, limit: limit).map(\.conversation.customer)
            }
            // Ana writes again, and Ben is given back; Cem is handed over once more, from another step.
            try await stores.sessions.keep(Self.turn(of: "ana", "with-person", after: 60, replacing: stored["ana"]))
            try await stores.sessions.keep(Self.turn(of: "ben", "waiting", after: 61, replacing: stored["ben"]))
            try await stores.sessions.keep(
                Self.turn(of: "cem", "with-person", handsOver: true, after: 62, replacing: stored["cem"]))
            #expect(try await waiting(nil, 9) == ["ana", "dee", "eve", "cem"])
            let first = try await stores.operators.handovers(after: nil, limit: 2)
            #expect(first.map(\.withPersonSince) == [tenOClock, tenOClock + .minutes(3)])
            #expect(try await waiting(first.last?.handoverPlace, 1) == ["eve"])
            #expect(try await waiting(first.last?.handoverPlace, 9) == ["eve", "cem"])
            #expect(try await stores.operators.sessions(named: "ben").first?.withPersonSince == nil)
            _ = try await stores.operators.erase(customer: "ana")
            #expect(try await waiting(nil, 9) == ["dee", "eve", "cem"])
        }
    }

    /// Returns the customers found, in the order of the list.
    private func found(_ filter: SessionFilter, in stores: SessionStores) async throws -> [String] {
        try await stores.operators.sessions(filter, skipping: 0, limit: 9).map(\.conversation.customer)
    }

    private static let filters: [(SessionFilter, [String])] = [
        (SessionFilter(), ["eve", "dee", "cem", "ben", "ana"]),
        (SessionFilter(status: "with-person"), ["cem"]),
        (SessionFilter(status: "calling", flow: "order"), ["ben"]),
        (SessionFilter(flow: "order", step: "pay"), ["cem", "ana"]),
        (SessionFilter(step: "ask", customer: "e"), ["dee", "ben"]),
        (SessionFilter(activeSince: tenOClock + .minutes(3)), ["eve", "dee"]),
        (SessionFilter(waitingSince: tenOClock + .minutes(2)), ["ben", "ana"]),
        (SessionFilter(waitingSince: tenOClock + .hours(1)), ["cem", "ben", "ana"]),
        (SessionFilter(text: "3 rose STREET"), ["dee"]),
        (SessionFilter(flow: "order", text: "rose"), ["cem", "ben", "ana"]),
        (SessionFilter(customer: "an", text: "0 %"), ["ana"]),
        (SessionFilter(customer: "an", text: "% \\"), ["ana"]),
        (SessionFilter(text: "zÜRICH-ö"), ["ben"]), (SessionFilter(text: "ZURICH"), []),
        (SessionFilter(text: "Rose_Street"), []), (SessionFilter(text: "street\""), []),
        (SessionFilter(text: "secret"), []), (SessionFilter(text: "text"), []), (SessionFilter(customer: "%"), []),
    ]

    @Test(arguments: StoreKind.allCases, filters.indices) func `sessions are found`(
        kind: StoreKind, number: Int
    ) async throws {
        let (filter, wanted) = Self.filters[number]
        try await kind.operate(key: .random()) { stores in
            try await fill(stores)
            #expect(try await found(filter, in: stores) == wanted, "\(filter)")
        }
    }

    @Test(arguments: StoreKind.allCases) func `page after page, nobody twice`(kind: StoreKind) async throws {
        try await kind.operate(key: .random()) { stores in
            try await fill(stores)
            var filter = SessionFilter()
            var seen: [String] = []
            repeat {
                let page = try await stores.operators.sessions(filter, skipping: 0, limit: 2)
                seen += page.map(\.conversation.customer)
                filter.after = page.last?.place
                // A customer who writes in the meantime moves up, and is not listed again.
                if seen.count == 2, let eve = try await stores.sessions.session(of: Self.key("eve")) {
                    try await stores.sessions.keep(record(Self.key("eve"), replacing: eve, at: tenOClock + .hours(1)))
                }
            } while filter.after != nil
            #expect(seen == ["eve", "dee", "cem", "ben", "ana"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a customer who sends U+0000 is answered, and hides nothing from a search`(
        kind: StoreKind
    ) async throws {
        try await kind.operate(key: .random()) { stores in
            try await fill(stores)
            let key = Self.key("nul")
            var record = try record(key, Doing(says: ["a\0b"], asks: "q", calls: ["c"]), arrival: "m-0")
            record.event?.kind = .heard(.text("a\0b \\u0000"), bubble: nil)
            guard var object = record.turn?.session.json.object else { return }
            object["answers"] = ["street": ["text": "Dark\0Street"], "town": ["text": "Hidden \\u0000 Town"]]
            record.turn = Turn(session: try Session(json: .object(object)), effects: record.turn?.effects ?? [])
            let saved = try await stores.sessions.saved(record)
            #expect(try await stores.sessions.session(of: key)?.session == saved.session)
            #expect(try await stores.sessions.history(of: saved.id).first?.event == record.event?.json)
            #expect(try await stores.sessions.deliveries(of: saved.id, after: nil, limit: 9).first?.text == "a\0b")
            for (text, found) in [
                ("rose", 5), ("hidden", 1), ("dark", 1), ("nowhere", 0), ("{", 0), ("street\"", 0), ("u0000", 1),
            ] {
                var filter = SessionFilter()
                filter.text = text
                #expect(try await stores.operators.sessions(filter, skipping: 0, limit: 9).count == found, "\(text)")
            }
        }
    }

    @Test func `what is looked for stands in an index`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            for (filter, _) in Self.filters where filter.text == nil {
                let search = SessionSearch(filter)
                let plan = try await database.read { db in
                    try Databases.Row.fetchAll(
                        db, sql: "EXPLAIN QUERY PLAN \(search.sql) LIMIT 5", arguments: search.arguments
                    ).map { $0[3] as String }
                }
                let isFound = plan.contains {
                    $0.contains("USING COVERING INDEX") || $0.contains("USING INDEX sessions_with_person")
                }
                #expect(isFound, "\(search.sql): \(plan)")
                #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(search.sql): \(plan)")
            }
        }
    }
}
