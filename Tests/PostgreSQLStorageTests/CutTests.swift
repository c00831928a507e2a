import Databases
import Foundation
import PostgreSQLServers
import Testing

@testable import PostgreSQLStorage

/// Connections are cut, frozen and delayed at each message of a story: whatever the answer was, every event counts once.
@Suite(.enabled(if: TestSchema.server != nil, "there is no PostgreSQL server"))
struct CutTests {
    /// The distance between the messages at which something happens; 1 for all.
    private static let step = ProcessInfo.processInfo.environment["CUTS_EVERY"].flatMap(Int.init) ?? 29

    /// A server behind a proxy.
    private struct Place {
        let proxy: WireProxy
        let address: PostgreSQLAddress
        let outside: PostgreSQLEngine

        init() async throws {
            let server = try #require(TestSchema.server)
            let folder = try #require(server.firstMatch(of: /host=([^&]+)/)?.1)
            let schema = TestSchema.newName()
            outside = PostgreSQLEngine(try PostgreSQLAddress(server, schema: schema, node: "outside"))
            _ = try await PostgreSQLDatabase(
                PostgreSQLAddress(server, schema: schema, node: "outside"), files: "", writers: 1, readers: 1)
            proxy = try WireProxy(to: "\(folder)/.s.PGSQL.5432")
            var address = try PostgreSQLAddress(
                "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable&gssencmode=disable&connect_timeout=2",
                schema: schema, node: "cut")
            address.patience = .milliseconds(500)
            self.address = address
        }

        /// Plays the story once. Returns what is wrong afterwards.
        func play(_ name: String, _ fault: WireProxy.Fault?, at message: Int) async throws -> [String] {
            proxy.expect(fault, at: message)
            let story = CutStory(customer: name, address: address)
            do {
                try await story.play()
            } catch {
                return ["it has failed: \(error)"]
            }
            let faults = try await story.faults(outside)
            return fault == nil || proxy.hasStruck ? faults : faults + ["nothing has happened"]
        }
    }

    @Test(.timeLimit(.minutes(60)), arguments: WireProxy.Fault.allCases)
    func `whichever message a connection is lost at, every event counts once`(fault: WireProxy.Fault) async throws {
        let place = try await Place()
        defer { place.proxy.stop() }
        #expect(try await place.play("calm", nil, at: 0) == [])
        let count = place.proxy.count
        #expect(count > 200, "there are \(count) messages")
        let first = 1 + (WireProxy.Fault.allCases.firstIndex(of: fault) ?? 0) * 7 % Self.step
        for message in stride(from: first, through: count, by: Self.step) {
            let faults = try await place.play("\(fault) \(message)", fault, at: message)
            #expect(faults == [], "\(fault) at message \(message) of \(count)")
        }
    }

    /// Only looking it up keeps it from being done twice: nothing in the work itself is in the way.
    @Test(arguments: WireProxy.Fault.allCases)
    func `a work that does not notice that it was done is done once, at whichever message its connection is lost`(
        fault: WireProxy.Fault
    ) async throws {
        let place = try await Place()
        defer { place.proxy.stop() }
        try await place.outside.perform { db in
            try db.execute(sql: "INSERT INTO queue_waits (id, queue, waited) VALUES (1, 'q', 0)")
        }
        let engine = PostgreSQLEngine(place.address, writers: 1, readers: 1)
        let add = {
            try await engine.perform { try $0.execute(sql: "UPDATE queue_waits SET waited = waited + 1 WHERE id = 1") }
        }
        // The first one opens the connection, and the second one has its statements parsed.
        try await add()
        place.proxy.expect()
        try await add()
        let count = place.proxy.count
        #expect(count > 3, "there are \(count) messages")
        for message in 1...count {
            place.proxy.expect(fault, at: message)
            try await add()
            #expect(place.proxy.hasStruck, "\(message) of \(count)")
            place.proxy.expect()
            try await add()
            let done = try await place.outside.read { try Int.fetchOne($0, sql: "SELECT waited FROM queue_waits") }
            #expect(done == 2 + 2 * message, "\(fault) at message \(message) of \(count)")
        }
    }

    @Test func `all that was sent passes, whole, whatever pieces it arrives in`() async throws {
        let place = try await Place()
        defer { place.proxy.stop() }
        let engine = PostgreSQLEngine(place.address, writers: 1, readers: 1)
        for size in [1, 1_000, 300_000] {
            let text = String(repeating: "ö", count: size)
            let found = try await engine.read { db in
                try String.fetchOne(db, sql: "SELECT ?::text", arguments: [text])
            }
            #expect(found == text)
        }
    }
}
