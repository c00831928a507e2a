import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import GRDB
import MessageModel
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// What waits in a database of an earlier layout waits in the newest as well, in the same order, also when the upgrade is
/// cut off anywhere.
@Suite struct WaitingUpgradeTests {
    /// The layouts that have calls.
    private static let layouts = Migrations.migrator.migrations.filter { $0 >= "002" }.dropLast()

    /// Ana has been asked and has three messages waiting, and Ben two, which were written in between. Ben's first has failed
    /// before. Both have a timer, and Ben a call.
    private static func busy(_ layout: String) -> String {
        (layout < "020" ? waiting : numbered) + others
    }

    private static let waiting = """
        INSERT INTO deliveries (session_id, message_id, turn, message, created_at, attempts, failing_since, next_try)
            VALUES (2, 'b1', 1, '{"text":"Ben, one"}', 1772442000000, 2, 1772441990000, 1772442001000),
                (1, 'a3', 1, '{"text":"Ana, three"}', 1772442000000, 0, NULL, 1772442000000),
                (2, 'b2', 1, '{"text":"Ben, two"}', 1772442000000, 0, NULL, 1772442000000);

        """

    /// The same since messages are numbered within their conversation.
    private static let numbered = """
        INSERT INTO deliveries (session_id, number, message_id, turn, message, created_at, attempts, failing_since, next_try)
            VALUES (2, 1, 'b1', 1, '{"text":"Ben, one"}', 1772442000000, 2, 1772441990000, 1772442001000),
                (1, 3, 'a3', 1, '{"text":"Ana, three"}', 1772442000000, 0, NULL, 1772442000000),
                (2, 2, 'b2', 1, '{"text":"Ben, two"}', 1772442000000, 0, NULL, 1772442000000);
        UPDATE lanes SET next = 4 WHERE session_id = 1;
        INSERT INTO lanes (session_id, next, sent, epoch, due) VALUES (2, 3, 0, 0, 1772442001000);

        """

    private static let others = """
        INSERT INTO sessions (id, channel, customer, business, revision, status, flow, step, version, state, started_at,
                updated_at)
            SELECT 2, channel, 'ben', business, revision, status, flow, step, version, replace(state, '"ana"', '"ben"'),
                started_at, updated_at FROM sessions WHERE id = 1;
        INSERT INTO timers (session_id, kind, due, question) VALUES (2, 'silence', 1772442300000, 'ben-asked');
        INSERT INTO calls (id, session_id, action, inputs, cause, created_at)
            VALUES ('call-1', 2, 'book', '{}', 'm1', 1772442000000);
        """

    private static func expectAllWaits(in path: String) async throws {
        let database = try SQLiteDatabase(path: path)
        let store = database.sessions
        let ana = try #require(try await store.session(of: .customer("ana"))).id
        let ben = try #require(try await store.session(of: .customer("ben"))).id
        let anas = try await store.deliveries(of: ana, after: nil, limit: 9)
        #expect(anas.map(\.delivery.message.words) == ["Which?", "[Red, Blue]", "Ana, three"])
        #expect(anas.map(\.id) == (1...3).map { DeliveryID(ana, $0) })
        let bens = try await store.deliveries(of: ben, after: nil, limit: 9)
        #expect(bens.map(\.delivery.id) == ["b1", "b2"])
        #expect(bens.map(\.id) == (1...2).map { DeliveryID(ben, $0) })
        #expect(bens.map(\.attempts) == [2, 0])
        #expect(bens.map(\.failingSince) == [tenOClock - .seconds(10), nil])
        #expect(try await store.sessionsWithDeliveries(after: nil, limit: 9) == [ana, ben])
        let lanes = try await database.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT next, sent, epoch, due FROM lanes ORDER BY session_id").map {
                [$0[0] as Int, $0[1], $0[2], $0[3]]
            }
        }
        #expect(lanes == [[4, 0, 0, tenOClock.milliseconds], [3, 0, 0, (tenOClock + .seconds(1)).milliseconds]])
        let due = try await store.dueTimers(at: tenOClock + .hours(1), limit: 9)
        #expect(due.map(\.session) == [ben, ana])
        #expect(due.first?.purpose == .silence(question: "ben-asked"))
        let calls = try await store.calls(after: nil, limit: 9)
        #expect(calls.map(\.request.id) == ["call-1"] && calls.map(\.conversation) == [.customer("ben")])
    }

    @Test(arguments: layouts) func `everything that waits is carried over`(_ layout: String) async throws {
        let path = try EarlierDatabase.make(layout, adding: Self.busy(layout))
        try await Self.expectAllWaits(in: path)
        // And it is sent, in its order, before what comes now.
        let world = World(try engine(colours), store: try SQLiteDatabase(path: path).sessions)
        try await world.run {
            try await world.say("Red")
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
            world.clock.turn(by: .seconds(1))
            await world.conversations.untilSent()
        }
        #expect(world.channel.device(of: "ana") == ["Which?", "[Red, Blue]", "Ana, three", "Red it is."])
        #expect(world.channel.device(of: "ben") == ["Ben, one", "Ben, two"])
    }

    @Test(arguments: ["002", "012", "019"]) func `an upgrade for which the disk has no room leaves what was there`(
        _ layout: String
    ) async throws {
        let path = try EarlierDatabase.make(layout, adding: Self.busy(layout))
        var failures = 0
        var room = 0
        var isUpToDate = false
        while !isUpToDate {
            let database = try DatabaseQueue(path: path)
            try await database.writeWithoutTransaction { [room] db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages + room)")
            }
            do {
                try Migrations.migrator.migrate(database)
                isUpToDate = true
            } catch is DatabaseError {
                failures += 1
                room += 1
            }
            try database.close()
        }
        #expect(failures > 3)
        try await Self.expectAllWaits(in: path)
    }
}
