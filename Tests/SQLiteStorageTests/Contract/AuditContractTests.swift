import ConversationRuntime
import Databases
import Expressions
import Foundation
import JSON
import Testing

@testable import SQLStorage

/// The promises of every database about the audit log.
@Suite struct AuditContractTests {
    private static func entry(
        _ act: AuditAct = .readSession, by actor: String = "admin.token", of customer: String? = "ana", minutes: Int = 0
    ) -> AuditEntry {
        AuditEntry(
            act, by: actor, at: tenOClock + .minutes(minutes), customer: customer, object: "session 7",
            details: ["private": "true"])
    }

    @Test(arguments: DatabaseKind.allCases) func `entries come back whole, newest first, by page and by filter`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            var refused = Self.entry(.exportCustomer, by: "token desk", of: nil, minutes: 1)
            refused.outcome = .refused
            let all = [Self.entry(), refused, Self.entry(.resetSession, of: "ben", minutes: 2)]
            for entry in all { try await data.audit.record(entry) }
            let found = try await data.audit.entries(AuditFilter(), before: nil, limit: 9)
            #expect(found.map(\.entry) == all.reversed())
            let page = try await data.audit.entries(AuditFilter(), before: found[0].id, limit: 1)
            #expect(page.map(\.entry) == [refused])
            for (filter, count) in [
                (AuditFilter(since: tenOClock + .minutes(1)), 2), (AuditFilter(actor: "token desk"), 1),
                (AuditFilter(customer: "ben"), 1), (AuditFilter(act: "session.read"), 1),
                (AuditFilter(actor: "jo"), 0),
            ] {
                #expect(try await data.audit.entries(filter, before: nil, limit: 9).count == count, "\(filter)")
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `no entry is changed, and no recent one deleted`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            var entry = Self.entry()
            entry.at = SystemTime.now
            try await data.audit.record(entry)
            for sql in ["UPDATE audit SET actor = 'jo'", "UPDATE audit SET outcome = 'failed'", "DELETE FROM audit"] {
                await #expect(throws: (any Error).self) { try await data.change { try $0.execute(sql: sql) } }
            }
            #expect(try await data.audit.entries(AuditFilter(), before: nil, limit: 9).map(\.entry) == [entry])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `old entries are forgotten, a few at a time`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            for minutes in 0..<4 { try await data.audit.record(Self.entry(minutes: minutes)) }
            let end = tenOClock + .minutes(3)
            #expect(try await data.audit.forgetEntries(before: end, limit: 2) == 2)
            #expect(try await data.audit.forgetEntries(before: end, limit: 2) == 1)
            #expect(try await data.audit.forgetEntries(before: end, limit: 2) == 0)
            #expect(try await data.audit.entries(AuditFilter(), before: nil, limit: 9).count == 1)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `an erased customer is a hash in every entry, and found by their id`(kind: DatabaseKind) async throws {
        try await kind.run { data in
            try await data.sessions.keep(record(.ana))
            try await data.audit.record(Self.entry())
            _ = try await data.operators.erase(customer: "ana", recording: Self.entry(.eraseCustomer, of: nil))
            let found = try await data.audit.entries(AuditFilter(customer: "ana"), before: nil, limit: 9)
            #expect(found.map(\.entry.act) == ["customer.erase", "session.read"])
            #expect(Set(found.map(\.entry.customer)) == [AuditRows.pseudonym(of: "ana")])
            let again = try await data.operators.erase(customer: "ana", recording: Self.entry(.eraseCustomer, of: nil))
            #expect(again.isEmpty)
            #expect(try await data.audit.entries(AuditFilter(), before: nil, limit: 9).count == 2)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a change and its entry are saved together, or not at all`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { data in
            let stored = try await data.sessions.saved(record(.ana))
            var turn = try record(.ana, replacing: stored)
            turn.audit = Self.entry(.resetSession)
            try await data.sessions.keep(turn)
            // Another turn came first.
            #expect(try await data.sessions.commit(turn) == .conflict)
            #expect(try await !data.operators.drop(DeadLetterID(9), recording: Self.entry(.dropDeadLetter)))
            #expect(try await !data.bookings.giveBack(booking: "x", recording: Self.entry(.giveBackBooking)))
            let found = try await data.audit.entries(AuditFilter(), before: nil, limit: 9)
            #expect(found.map(\.entry.act) == ["session.reset"])
        }
    }
}

private enum SystemTime {
    static var now: Moment { Moment(milliseconds: Int(Date.now.timeIntervalSince1970 * 1_000)) }
}
