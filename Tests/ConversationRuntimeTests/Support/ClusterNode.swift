import Channels
import Concurrency
import Expressions
import FlowEngine
import Foundation
import Logging
import MessageModel
import PostgreSQLStorage
import SQLStorage
import SQLiteStorage
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import ConversationRuntime

/// Databases that several servers can share.
enum SharedDatabase: String, CaseIterable, Sendable {
    case sqlite, postgresql

    private static let server = ProcessInfo.processInfo.environment["USHER_POSTGRESQL"]

    /// Those that this machine has.
    static var allCases: [SharedDatabase] { server == nil ? [.sqlite] : [.sqlite, .postgresql] }

    /// An empty one, with the stores of each of some servers.
    func stores(_ count: Int) async throws -> [Stores] {
        switch self {
        case .sqlite:
            let path = EarlierDatabase.place()
            return try (0..<count).map { try SQLiteDatabase(path: path, isOwner: $0 == 0).stores }
        case .postgresql:
            let name = "nodes_" + UUID().uuidString.prefix(13).lowercased().replacing("-", with: "_")
            let folder = FileManager.default.temporaryDirectory.path
            var all: [Stores] = []
            for _ in 0..<count {
                let address = try PostgreSQLAddress(try #require(Self.server), schema: name, node: "test")
                let database = try await PostgreSQLDatabase(address, files: folder, writers: 1, readers: 1)
                all.append(try StoredData(database, key: nil, files: folder).stores)
            }
            return all
        }
    }
}

/// One of several servers on a database, which a test can kill, pause, and give a wrong clock.
final class ClusterNode: Sendable {
    let node: Node
    let clock: TurnableClock
    let store: TroubledStore
    let nodes: any NodeStore
    let conversations: Conversations
    let standing: NodeStanding
    let service: NodeService
    let logs: LogRecorder
    private let group: ServiceGroup
    private let times: Sharing.Times
    private let isFrozen: Watched<TimeLength?>
    private let real: NodeStanding

    init(
        _ name: String, start: String = "1", _ stores: Stores, channel: ScriptedChannel, times: Sharing.Times,
        clock: TurnableClock, doorbell: any Doorbell, engine: Engine, mostLanes: Int = 5_000
    ) {
        node = Node(name: name, start: start, version: "1")
        self.clock = clock
        self.times = times
        store = TroubledStore(stores.sessions)
        nodes = stores.nodes
        let isFrozen = Watched<TimeLength?>(nil)
        let real = NodeStanding.alone
        self.real = real
        self.isFrozen = isFrozen
        standing = NodeStanding { isFrozen.value ?? real.passed }
        logs = LogRecorder()
        let logger = logs.logger
        let sharing = Sharing(node, times: times, standing: standing, doorbell: doorbell)
        conversations = Conversations(
            engine: Current(always: engine), store: store, channels: [channel], clock: clock, logger: logger,
            sharing: sharing, mostLanes: mostLanes)
        service = NodeService(sharing, store: nodes, clock: clock, logger: logger)
        group = ServiceGroup(
            services: [
                service, ConversationService(conversations, store: store, clock: clock, logger: logger),
            ], gracefulShutdownSignals: [], logger: World.silent)
    }

    /// Why the server could not start.
    let failure = Watched<String?>(nil)

    /// Runs until it is stopped, or the task is cancelled.
    func run() async {
        do {
            try await service.register()
            try await group.run()
        } catch {
            failure.change { $0 = "\(error)" }
        }
    }

    /// Ends the server in an orderly way.
    func stop() async { await group.triggerGracefulShutdown() }

    /// Ends the server at once: nothing of it reaches the database any more.
    func kill() {
        store.crash()
        isFrozen.change { $0 = .days(9_999) }
    }

    /// Stops its monotonic clock, as if the process stood still and did not notice.
    func freeze() { isFrozen.change { $0 = real.passed } }
    func thaw() { isFrozen.change { $0 = nil } }

    @discardableResult func say(_ text: String, from customer: String, id: String) async throws -> Receipt {
        try await conversations.receive(
            Arrival(
                conversation: .customer(customer), id: id, at: clock.now, content: .heard(.text(text)),
                capabilities: Capabilities(list: "QUICK,LIST,TIME")))
    }
}

extension NodeStanding {
    fileprivate var passed: TimeLength { elapsed() }
}
