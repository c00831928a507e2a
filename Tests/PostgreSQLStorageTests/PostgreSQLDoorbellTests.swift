import ConversationRuntime
import Logging
import PostgreSQLStorage
import TestSupport
import Testing

/// Hints between servers on one database.
@Suite(.enabled(if: TestSchema.server != nil, "no PostgreSQL server")) struct PostgreSQLDoorbellTests {
    @Test func `a hint reaches the others, not the server that rings, and not those of another schema`() async throws {
        let schema = try await TestSchema()
        let elsewhere = try await TestSchema()
        let logger = LogRecorder().logger
        let one = PostgreSQLDoorbell(schema.address, logger: logger)
        let two = PostgreSQLDoorbell(schema.address, logger: logger)
        let other = PostgreSQLDoorbell(elsewhere.address, logger: logger)
        var ones = one.rings().makeAsyncIterator()
        var twos = two.rings().makeAsyncIterator()
        var others = other.rings().makeAsyncIterator()
        // Each listens by then.
        let first = [await ones.next(), await twos.next(), await others.next()]
        #expect(first.allSatisfy { $0 == .some(nil) }, "something may have been missed before")
        let many = (0..<3_000).map { Ring.session(SessionID(Int64(1_000_000 + $0))) }
        let strange = Ring.customer("it's \"so\" — \u{1F514}")
        one.ring(many)
        one.ring([strange, .changes, .lanes])
        var heard: Set<Ring> = []
        while heard.count < 3, let next = await twos.next() {
            if let next, [strange, .changes, .lanes].contains(next) { heard.insert(next) }
        }
        two.ring([.changes])
        #expect(await ones.next() == .some(.changes), "its own have not come back")
        other.ring([.lanes])
        one.ring([.session(SessionID(7))])
        #expect(await twos.next() == .some(.session(SessionID(7))))
    }
}
