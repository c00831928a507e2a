public import Channels
import Concurrency
import Expressions
public import Logging
public import ServiceLifecycle

/// The background work beside handling arrivals: sending, waking sessions, and deleting old data.
public struct ConversationService: Service {
    private let conversations: Conversations
    private let store: any SessionStore
    private let clock: any WallClock
    private let logger: Logger

    /// How long the id of an arrival is kept to recognise duplicates.
    private static let arrivalsKept = TimeLength.days(7)
    /// How long a notice of an operator's change is kept for servers that have not read it.
    private static let noticesKept = TimeLength.days(1)

    public init(
        _ conversations: Conversations, store: any SessionStore, clock: any WallClock, logger: Logger
    ) {
        self.conversations = conversations
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    public func run() async {
        let attention = OperatorChangePoller(conversations: conversations, store: store, clock: clock, logger: logger)
        let place = await attention.begin()
        let timers = Timers(
            conversations: conversations, store: store, clock: clock, logger: logger, server: conversations.server)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await conversations.outbox.run { delivery, lane, reason in
                    try await conversations.giveUp(delivery, in: lane, because: reason)
                }
            }
            group.addTask { await conversations.calls.run { try await conversations.hearBack(from: $0, $1) } }
            group.addTask { await timers.run() }
            group.addTask { await attention.run(from: place) }
            group.addTask { await forget() }
            if let sharing = conversations.sharing { group.addTask { await listen(sharing, attention) } }
        }
    }

    /// Looks at what other servers ring for.
    private func listen(_ sharing: Sharing, _ attention: OperatorChangePoller) async {
        await cancelWhenGracefulShutdown {
            for await ring in sharing.doorbell.rings() {
                switch ring {
                case .session(let session)?:
                    conversations.forget(session)
                    conversations.outbox.lookAgain(session)
                case .lanes?: conversations.outbox.look()
                case .changes?: attention.look()
                case .customer?: break
                case nil:
                    conversations.outbox.look()
                    attention.look()
                }
            }
        }
    }

    /// Once an hour, deletes the ids of arrivals that can no longer be redelivered, conversations that have been quiet for
    /// too long, and notices that every server has read.
    private func forget() async {
        let nap = InterruptibleSleep(clock: clock)
        let standing = conversations.sharing?.standing ?? .alone
        while await standing.untilLeading(), !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                while try await store.forgetArrivals(before: clock.now - Self.arrivalsKept, limit: 1_000) > 0,
                    !Task.isShuttingDownGracefully
                {}
                while try await conversations.forgetQuiet(limit: 100) > 0, !Task.isShuttingDownGracefully {}
                while try await store.forgetNotices(before: clock.now - Self.noticesKept, limit: 1_000) > 0,
                    !Task.isShuttingDownGracefully
                {}
            } catch {
                logger.warning("could not delete expired data", metadata: ["reason": "\(error)"])
            }
            await nap.restUntilShutdown(or: clock.now + .hours(1))
        }
    }
}
