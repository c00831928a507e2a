import AppleSimulator
import Expressions
import Foundation
import TestSupport
import Testing

/// A bot is moved from an SQLite file to a PostgreSQL database and back, while its customers are in the middle of
/// conversations.
@Suite(.enabled(if: TestDatabase.isPossible, "there is no PostgreSQL server"))
struct MovedBotTests {
    @Test(.timeLimit(.minutes(5))) func `every customer finishes after each move`() async throws {
        let database = try await TestDatabase()
        try await World.with(seed: 61) { world in
            let onServer = ["USHER_STORAGE_URL": database.url]
            let back = ["USHER_STORAGE_PATH": world.folder.appending(path: "back.sqlite").path]
            let toServer = try await Group(world)
            try await toServer.begin(on: try await world.startServer())
            let moved = try await world.run("move", "sqlite-to-postgresql", with: onServer)
            toServer.expect(moved)
            let refused = try await world.run("serve")
            #expect(refused.status == 2 && refused.errors.contains("was moved to postgresql://"), "\(refused)")
            let read = try await world.run("sessions", "list")
            #expect(read.status == 0 && read.errors.contains("and shows what was there then"), "\(read)")

            let doctor = try await world.run("doctor")
            #expect(doctor.status == 1 && doctor.output.contains("was moved to postgresql://"), "\(doctor)")

            var server = try await world.startServer(with: onServer)
            try await database.expectSilence(of: toServer.silent, world)
            try await toServer.finish()
            let fromServer = try await Group(world)
            try await fromServer.begin(on: server)
            let taken = try await world.run("move", "postgresql-to-sqlite", with: onServer)
            #expect(taken.status == 2 && taken.errors.contains("set `storage.path` to a file"), "\(taken)")
            let returned = try await world.run(
                "move", "postgresql-to-sqlite", with: onServer.merging(back) { $1 })
            fromServer.expect(returned)
            server = try await world.startServer(with: back)
            try await fromServer.finish()
            server.stop()
            await server.expectEnd(with: 0)
            #expect(world.service.bookings == 6 && world.service.requestsWithoutKey == 0)
            #expect(try await world.run("deliveries", "dead", with: back).output == "")
        }
        try await database.remove()
    }

    @Test func `what is missing is named`() async throws {
        try await World.with(seed: 62) { world in
            let without = try await world.run("move", "sqlite-to-postgresql")
            #expect(without.status == 2 && without.errors.contains("`storage.url` is not set; add"), "\(without)")
            let none = try await world.run(
                "move", "sqlite-to-postgresql", with: ["USHER_STORAGE_URL": "postgresql:///nowhere"])
            #expect(none.status == 2 && none.errors.contains("there is no database at"), "\(none)")
        }
    }
}

/// Customers who are in the middle of a conversation when the server stops.
private struct Group {
    let world: World
    /// Has been asked something.
    private let asked: DeviceID
    /// Has written something, and the answer could not be sent.
    private let waiting: DeviceID
    /// Has confirmed, and the service that the bot calls is down.
    private let calling: DeviceID
    /// Says nothing any more.
    let silent: DeviceID

    init(_ world: World) async throws {
        self.world = world
        let device = { try world.simulator.createDevice(DeviceDescription(.iphone, business: World.business)).id }
        (asked, waiting, calling, silent) = (try device(), try device(), try device(), try device())
    }

    /// Leads all of them into the middle, and stops the server there.
    func begin(on server: RunningProgram) async throws {
        for device in [asked, silent, calling] {
            _ = try await world.simulator.send(text: "Hello", from: device)
            try await see(3, on: device)
        }
        for device in [asked, calling] {
            _ = try await world.simulator.tap(["Book a chair"], from: device)
            try await see(4, on: device)
        }
        try await choose(on: calling)
        world.service.isDown = true
        let requests = world.service.requests
        _ = try await world.simulator.tap(["Yes please"], from: calling)
        await poll { world.service.requests > requests }
        let outage = world.simulator.add(try FaultRule(on: .gateway, .status(500)))
        _ = try await world.simulator.send(text: "Hello", from: waiting)
        await poll { world.simulator.log().contains { $0.side == .gateway && $0.status == 500 } }
        server.stop()
        await server.expectEnd(with: 0)
        try world.simulator.removeFault(outage)
        world.service.isDown = false
    }

    /// Everything that waits was moved. The whole report is on one stream, so that it keeps its order.
    func expect(_ moved: Program.Result) {
        #expect(moved.status == 0, "\(moved)")
        for line in [#/conversations +\d/#, #/messages waiting +3\n/#, #/calls waiting +1\n/#, #/timers +\d/#] {
            #expect(moved.output.contains(line), "\(moved)")
        }
        let lines = moved.output.split(separator: "\n")
        let compared = lines.firstIndex { $0.hasPrefix("both databases hold the same rows") }
        let last = lines.lastIndex { $0.contains(#/ \d+$/#) }
        #expect(compared ?? -1 > last ?? 0 && lines.last?.hasPrefix("next: ") == true, "\(moved)")
        #expect(moved.errors.hasPrefix("moving ") && !moved.errors.contains("next: "), "\(moved)")
    }

    /// The next server finds all that waits, and every customer gets to the end.
    func finish() async throws {
        try await see(9, on: calling)
        try await see(3, on: waiting)
        _ = try await world.simulator.tap(["Book a chair"], from: waiting)
        try await see(4, on: waiting)
        for device in [asked, waiting] {
            try await choose(on: device)
            _ = try await world.simulator.tap(["Yes please"], from: device)
            try await see(9, on: device)
        }
        for device in [asked, waiting, calling] {
            let shown = try await world.simulator.messages(of: device).map { entry in
                if case .received(.text(let text)) = entry.content { "text: \(text)" } else { entry.kind }
            }
            let expected = try BookingCustomer(world.simulator, isOld: false) {}.expected
            #expect(shown.count == expected.count, "\(shown)")
            for (found, wanted) in zip(shown, expected) { #expect(found.hasPrefix(wanted), "\(shown)") }
        }
    }

    private func choose(on device: DeviceID) async throws {
        _ = try await world.simulator.tap(["Wash and cut"], from: device)
        try await see(5, on: device)
        _ = try await world.simulator.pick(.first, from: device)
        try await see(7, on: device)
    }

    /// Waits until `count` messages have arrived.
    private func see(_ count: Int, on device: DeviceID) async throws {
        var messages = try await world.simulator.messages(of: device)
        while messages.count < count {
            let last = messages.last?.number ?? 0
            let more = try await world.simulator.messages(of: device, after: last, wait: .seconds(60))
            if more.isEmpty { throw ProgramFailure("\(messages.count) messages came instead of \(count)") }
            messages += more
        }
    }
}

extension TestDatabase {
    /// Lets ten minutes pass for a customer's timer, which was moved, and waits for what follows from it.
    fileprivate func expectSilence(of device: DeviceID, _ world: World) async throws {
        let count = try await world.simulator.messages(of: device).count
        let silent = try await rows(
            """
            UPDATE timers SET due = 1 WHERE session_id = (
                SELECT id FROM sessions WHERE status = 'waiting' AND revision = 1 ORDER BY started_at LIMIT 1)
            RETURNING session_id
            """)
        #expect(silent.count == 1)
        let more = try await world.simulator.messages(of: device, after: count, wait: .seconds(60))
        #expect(!more.isEmpty)
    }
}
