import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine
import FlowModel
import Foundation
import JSON
import MessageModel
import TestSupport
import Testing

@testable import SQLStorage

/// The rows that flows keep, and their notices.
@Suite struct ResultTests {
    private static let table = ResultTable(
        name: "bookings", fields: [.init("service", .text), .init("phone", .text)], privateFields: ["phone"],
        keptFor: .days(10))

    private static func row(
        _ id: String, _ conversation: ConversationKey = .ana, phone: String = "0861234567",
        at moment: Moment = tenOClock,
        ways: Set<NoticeWay> = []
    ) -> NewResult {
        NewResult(
            id: id, table: table, conversation: conversation,
            fields: Fields([("service", .text("Trim")), ("phone", .text(phone))]), at: moment, ways: ways)
    }

    private func run(_ kind: DatabaseKind, _ body: (StoredData) async throws -> Void) async throws {
        try await kind.run(body)
    }

    private func call(_ ids: String..., of conversation: ConversationKey = .ana, in database: StoredData)
        async throws
    {
        try await database.sessions.keep(record(conversation, Doing(calls: ids)))
    }

    @Test(arguments: DatabaseKind.allCases) func `a row is kept once, however often its call is made`(
        kind: DatabaseKind
    ) async throws {
        try await run(kind) { database in
            try await call("a", "b", in: database)
            let first = try #require(try await database.results.keep(Self.row("a", ways: [.email, .webhook])))
            #expect(try await database.results.keep(Self.row("a", at: tenOClock + .days(1), ways: [.email])) == first)
            #expect(first.row.number == 1 && first.row.state == "open")
            #expect(try await database.results.keep(Self.row("b"))?.row.number == 2)
            #expect(try await database.results.dueNotices(at: tenOClock, limit: 9).map(\.way) == [.email, .webhook])
            #expect(try await database.results.resultTables() == [ResultCount(table: "bookings", rows: 2)])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a call that is not under way keeps nothing`(kind: DatabaseKind)
        async throws
    {
        try await run(kind) { database in
            try await call("a", in: database)
            _ = try await database.operators.erase(customer: ConversationKey.ana.customer)
            #expect(try await database.results.keep(Self.row("a")) == nil)
            #expect(try await database.results.resultTables().isEmpty)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `private fields are sealed, and shown only with the key`(
        kind: DatabaseKind
    ) async throws {
        try await kind.place { place in
            let database = try await place.open(key: .random())
            try await call("a", in: database)
            let kept = try #require(try await database.results.keep(Self.row("a")))
            #expect(kept.row.fields["phone"] == .text("0861234567"))
            #expect(kept.shown["phone"] == .text("(private)"))
            let stored = try await database.read { try String.fetchOne($0, sql: "SELECT fields FROM results") }
            #expect(stored?.contains("0861234567") == false && stored?.contains("Trim") == true)
            let without = try await place.open(isOwner: false)
            let seen = try #require(try await without.results.result("1", of: "bookings"))
            #expect(seen.row.fields["phone"] == .text("(private)") && seen.row.fields["service"] == .text("Trim"))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `rows are found by customer, state and time, newest first`(
        kind: DatabaseKind
    ) async throws {
        try await run(kind) { database in
            try await call("a", "b", in: database)
            try await call("c", of: .ben, in: database)
            _ = try await database.results.keep(Self.row("a"))
            _ = try await database.results.keep(Self.row("b", at: tenOClock + .hours(1)))
            _ = try await database.results.keep(Self.row("c", .ben, at: tenOClock + .hours(2)))
            var filter = ResultFilter(table: "bookings")
            func numbers(_ filter: ResultFilter, after place: ResultPlace? = nil, limit: Int = 9) async throws -> [Int]
            {
                try await database.results.results(filter, after: place, limit: limit).map(\.row.number)
            }
            #expect(try await numbers(filter) == [3, 2, 1])
            let first = try await database.results.results(filter, after: nil, limit: 2)
            #expect(try await numbers(filter, after: first.last?.place) == [1])
            filter.conversation = .ana
            #expect(try await numbers(filter) == [2, 1])
            #expect(
                try await database.results.change("a", to: "done", at: tenOClock, notifyingBy: [])?.row.state == "done")
            filter.states = ["open"]
            #expect(try await numbers(filter) == [2])
            filter = ResultFilter(table: "bookings")
            filter.since = tenOClock + .minutes(1)
            #expect(try await numbers(filter) == [3, 2])
            #expect(try await numbers(ResultFilter(table: "orders")).isEmpty)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a change is noticed once, and only if it changes something`(
        kind: DatabaseKind
    ) async throws {
        try await run(kind) { database in
            try await call("a", in: database)
            _ = try await database.results.keep(Self.row("a"))
            for _ in 1...2 {
                _ = try await database.results.change("a", to: "done", at: tenOClock, notifyingBy: [.webhook])
            }
            let notices = try await database.results.dueNotices(at: tenOClock, limit: 9)
            #expect(notices.map(\.occasion) == [.changed])
            #expect(try await database.results.change("x", to: "done", at: tenOClock, notifyingBy: []) == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a notice is postponed, given up, and made due again`(
        kind: DatabaseKind
    ) async throws {
        try await run(kind) { database in
            try await call("a", in: database)
            _ = try await database.results.keep(Self.row("a", ways: [.email]))
            let results = database.results
            let notice = try #require(try await results.dueNotices(at: tenOClock, limit: 9).first)
            try await results.postpone(notice.id, attempts: 1, until: tenOClock + .minutes(1), because: "later")
            #expect(try await results.dueNotices(at: tenOClock, limit: 9).isEmpty)
            #expect(try await results.nextNotice() == tenOClock + .minutes(1))
            #expect(try await results.dueNotices(at: tenOClock + .minutes(1), limit: 9).first?.attempts == 1)
            try await results.giveUp(notice.id, because: "never")
            #expect(try await results.nextNotice() == nil)
            #expect(try await results.givenUpNotices(limit: 9).map(\.reason) == ["never"])
            #expect(try await results.retryNotices(at: tenOClock) == 1)
            try await results.remove(notice.id)
            #expect(try await results.dueNotices(at: tenOClock, limit: 9).isEmpty)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `rows whose time is over are deleted with their notices, and their numbers stay used`(kind: DatabaseKind)
        async throws
    {
        try await run(kind) { database in
            try await call("a", "b", in: database)
            _ = try await database.results.keep(Self.row("a", ways: [.email]))
            #expect(try await database.results.forgetResults(before: tenOClock + .days(9), limit: 9) == 0)
            #expect(try await database.results.forgetResults(before: tenOClock + .days(10), limit: 9) == 1)
            #expect(try await database.results.nextNotice() == nil)
            #expect(try await database.results.keep(Self.row("b"))?.row.number == 2)
        }
    }
}
