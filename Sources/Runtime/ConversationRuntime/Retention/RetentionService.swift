import Channels
import Expressions
import FlowModel
public import Logging
public import ServiceLifecycle

/// Enforces the operators' retention periods: once an hour, in small batches that do not delay other work.
public struct RetentionService: Service {
    private let conversations: Conversations
    private let store: any RetentionStore
    private let results: (any ResultStore)?
    private let audit: (any AuditStore)?
    private let rules: RetentionRules
    private let logger: Logger
    private static let batch = 200

    public init(
        _ conversations: Conversations, store: any RetentionStore, results: (any ResultStore)? = nil,
        audit: (any AuditStore)? = nil, rules: RetentionRules,
        logger: Logger
    ) {
        self.conversations = conversations
        self.store = store
        self.results = results
        self.audit = audit
        self.rules = rules
        self.logger = logger
    }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    public func run() async {
        let clock = conversations.clock
        let standing = conversations.sharing?.standing ?? .alone
        while await standing.untilLeading(), !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await forget()
            } catch is CancellationError {
                // The server is shutting down.
            } catch {
                logger.warning("could not delete expired data", metadata: ["reason": "\(error)"])
            }
            let next = clock.now + .hours(1)
            await cancelWhenGracefulShutdown { try? await clock.sleep(until: next) }
        }
    }

    /// Deletes everything that is too old now.
    func forget() async throws {
        let now = conversations.clock.now
        if let history = rules.history {
            try await again { try await conversations.forgetFinished(after: history, in: store, limit: Self.batch) }
        }
        let oldest = now - (rules.history ?? conversations.expires)
        var place: Int64?
        repeat {
            try goOn()
            place = try await store.forgetHistory(before: oldest, after: place, limit: Self.batch)
        } while place != nil
        let letters = try await again {
            try await store.forgetDeadLetters(before: now - rules.deadLetters, limit: Self.batch)
        }
        if letters > 0 { logger.notice("expired dead letters deleted", metadata: ["count": "\(letters)"]) }
        try await again { try await store.forgetBubbles(before: now - rules.bubbles, limit: Self.batch) }
        if let results {
            let rows = try await again { try await results.forgetResults(before: now, limit: Self.batch) }
            if rows > 0 { logger.notice("expired results deleted", metadata: ["count": "\(rows)"]) }
        }
        if let audit {
            let entries = try await again {
                try await audit.forgetEntries(before: now - rules.audit, limit: Self.batch)
            }
            if entries > 0 { logger.notice("expired audit entries deleted", metadata: ["count": "\(entries)"]) }
        }
        try await store.overwriteForgotten()
    }

    /// Throws when the server is shutting down: the rest is deleted after the next start.
    private func goOn() throws {
        if Task.isCancelled || Task.isShuttingDownGracefully { throw CancellationError() }
    }

    /// Deletes batch after batch until nothing is left. Returns the number deleted.
    @discardableResult private func again(_ batch: () async throws -> Int) async throws -> Int {
        var count = 0
        while true {
            try goOn()
            let forgotten = try await batch()
            if forgotten == 0 { return count }
            count += forgotten
        }
    }
}
