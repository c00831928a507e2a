import Concurrency
import ConversationRuntime
import Expressions
import TestSupport

/// The servers on a database that cannot be reached when the first ask for it.
struct TroubledNodes: NodeStore {
    private let store: any NodeStore
    private let failing: Int
    private let trouble: any Error & Sendable
    private let delay: @Sendable (Int) -> Void
    /// How often a server wanted to be registered.
    let isAsked = Watched(0)
    /// How often a server has left.
    let hasLeft = Watched(0)
    /// Whether the database takes no reports.
    let isAway = Watched(false)

    struct Trouble: Error {}

    /// - Parameters:
    ///   - failing: how many registrations fail.
    ///   - trouble: why.
    ///   - delay: called when the database has decided about a registration, with its number from 1, before the server knows.
    init(
        _ store: any NodeStore, failing: Int, with trouble: any Error & Sendable = Trouble(),
        delay: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.store = store
        self.failing = failing
        self.trouble = trouble
        self.delay = delay
    }

    func register(_ node: Node, for length: TimeLength, at moment: Moment) async throws -> Moment? {
        let count = isAsked.change { count in
            count += 1
            return count
        }
        if count <= failing { throw trouble }
        defer { delay(count) }
        return try await store.register(node, for: length, at: moment)
    }

    func beat(_ node: Node, for length: TimeLength, at moment: Moment) async throws -> Moment? {
        if isAway.value { throw trouble }
        return try await store.beat(node, for: length, at: moment)
    }

    func recordActivation(of publication: Int, by node: Node) async throws -> Bool {
        try await store.recordActivation(of: publication, by: node)
    }

    func leave(_ node: Node, at moment: Moment) async throws {
        hasLeft.change { $0 += 1 }
        try await store.leave(node, at: moment)
    }

    func all(at moment: Moment) async throws -> [NodeStatus] { try await store.all(at: moment) }

    func take(_ lease: String, for node: Node, length: TimeLength, at moment: Moment) async throws -> Lease? {
        try await store.take(lease, for: node, length: length, at: moment)
    }

    func release(_ lease: String, of node: Node, at moment: Moment) async throws {
        try await store.release(lease, of: node, at: moment)
    }
}
