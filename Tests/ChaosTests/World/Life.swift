import Channels
import Concurrency
import Expressions
import FlowEngine
import FlowModel
import Foundation
import GRDB
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization

@testable import ConversationRuntime
@testable import SQLStorage
@testable import SQLiteStorage

/// One process, from its start to its end: the real runtime on the real store, with its own disk.
struct Life: Sendable {
    let pulse: Pulse
    let conversations: Conversations
    /// The engine that answers; an edit of the flows replaces it.
    let engine: Watched<Engine>
    let database: SQLiteDatabase
    let orderly: OrderlyStore
    let counter: Counter?
    let room: ChatRoom?
    let gate: Gate?
    /// The second process; `nil` in stories without one, or when it cannot open the database.
    let commander: Commander?
    private let service: Task<Void, Never>
    private let trigger: Mutexed<GracefulShutdownTestTrigger?>

    /// The number of pages in the write-ahead log before SQLite checkpoints it: low, so that this happens in short
    /// stories too.
    private static let pagesInLog = 40

    /// - Parameter commander: the second process, if it is already running.
    /// - Throws: the store's error when it cannot open its files.
    init(
        _ disk: Disk, _ engine: Engine, _ outside: Outside, _ story: Story, key: StorageKey, _ conductor: Conductor,
        beside commander: Commander?
    ) async throws {
        let pulse = Pulse(disk)
        let database = try SQLiteDatabase(path: disk.database, key: key, waits: false)
        try await conductor.write {
            try await database.pool.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.pagesInLog)")
            }
        }
        self.commander = commander ?? (story.hasCommands ? Commander(disk, outside, key: key) : nil)
        let orderly = OrderlyStore(database.sessions, pulse, conductor)
        let caller = GarageSystem(pulse: pulse, outside: outside)
        let parts =
            engine.bot.merchants.isEmpty
            ? nil : Counter.Parts(engine.bot, database.payments, orderly, pulse, outside)
        let doors =
            engine.bot.providers.isEmpty
            ? nil : Gate.Parts(engine.bot, database.signIns, orderly, pulse, outside)
        let web =
            story.isOnWeb
            ? ChatRoom.Parts(engine.bot, database.chats, orderly, outside, parts?.opening, doors?.opening) : nil
        let line: any Channel = Line(pulse, outside, payments: parts?.opening, signIns: doors?.opening)
        let answering = Watched(engine)
        let conversations = Conversations(
            engine: Current { answering.value }, store: orderly, channels: [line] + [web?.channel].compactMap { $0 },
            caller: caller, payments: parts?.books, clock: outside.clock, logger: outside.log.logger,
            chance: { outside.chance.seed() })
        let counter = parts.map { Counter($0, conversations, caller, outside) }
        let room = web.map { ChatRoom($0, conversations, outside) }
        let gate = doors.map { Gate($0, conversations, outside) }
        let running = ConversationService(
            conversations, store: orderly, clock: outside.clock, logger: outside.log.logger)
        let trigger = Mutexed<GracefulShutdownTestTrigger?>(nil)
        service = Task(executorPreference: conductor) {
            await testGracefulShutdown { stop in
                trigger.value.withLock { $0 = stop }
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await running.run() }
                    if let counter { group.addTask { await counter.run() } }
                    if let room { group.addTask { await room.run() } }
                    if let gate { group.addTask { await gate.run() } }
                }
            }
        }
        self.trigger = trigger
        conductor.watch(disk)
        (self.pulse, self.database, self.orderly, self.conversations) = (pulse, database, orderly, conversations)
        self.engine = answering
        (self.counter, self.room, self.gate) = (counter, room, gate)
    }

    /// Receives a message as the server's webhook route does.
    func receive(_ arrival: Arrival) async throws -> Receipt {
        if let counter { return try await counter.receive(arrival, for: conversations) }
        return try await conversations.receive(arrival)
    }

    /// Stops the process gracefully, once its current work is complete.
    func stop(_ clock: TurnableClock, _ conductor: Conductor) async {
        if trigger.value.withLock({ $0 == nil }) { await conductor.untilIdle() }
        trigger.value.withLock { $0?.triggerGracefulShutdown() }
        let hasEnded = Mutexed(false)
        let end = Task(executorPreference: conductor) {
            await service.value
            hasEnded.value.withLock { $0 = true }
        }
        await conductor.untilIdle()
        while !hasEnded.value.withLock({ $0 }) {
            clock.turn(by: .seconds(1))
            await conductor.untilIdle()
        }
        await end.value
        conductor.watch(nil)
        try? database.pool.close()
        pulse.end()
    }

    /// Ends the process; its remaining tasks finish without any effect.
    ///
    /// - Parameter takesDisk: whether the disk dies with it, because the power fails or no other process uses it.
    func bury(takesDisk: Bool = true) async {
        pulse.end()
        if takesDisk { pulse.disk.die() }
        service.cancel()
        await service.value
        if !takesDisk { try? database.pool.close() }
    }
}

/// A value that is set later.
final class Mutexed<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}
