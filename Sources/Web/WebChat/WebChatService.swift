import Channels
import Concurrency
public import ConversationRuntime
import Expressions
import Logging
public import ServiceLifecycle

/// The background work of the web chat: passes messages to the bot, sends heartbeats, and deletes expired data.
public struct WebChatService: Service {
    private let chats: WebChats

    /// How often a stream sends a heartbeat.
    private static let heartbeat = TimeLength.seconds(20)

    /// How often streams look for changes of other servers, and the bot's inbox for what others have left.
    private static let look = TimeLength.seconds(2)

    private let sharing: Sharing?

    /// - Parameter sharing: how the server shares its database with others; `nil` when it has none.
    public init(_ chats: WebChats, sharing: Sharing? = nil) {
        self.chats = chats
        self.sharing = sharing
    }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await chats.intake.run() }
            group.addTask { await every(Self.heartbeat) { chats.keeper.hub.beat() } }
            group.addTask {
                await every(.hours(1)) { if await (sharing?.standing ?? .alone).untilLeading() { await forget() } }
            }
            if let sharing {
                group.addTask { await listen(sharing) }
                group.addTask {
                    await every(Self.look) {
                        chats.keeper.hub.wakeAll()
                        await chats.intake.lookAgain()
                    }
                }
            }
            await withTaskCancellationOrGracefulShutdownHandler {
                await group.waitForAll()
            } onCancelOrGracefulShutdown: {
                chats.keeper.hub.endAll()
            }
        }
    }

    private func listen(_ sharing: Sharing) async {
        await cancelWhenGracefulShutdown {
            for await ring in sharing.doorbell.rings() {
                switch ring {
                case .customer(let customer)?: chats.keeper.hub.wake(customer: customer)
                case nil: chats.keeper.hub.wakeAll()
                default: break
                }
            }
        }
    }

    private func every(_ length: TimeLength, _ work: () async -> Void) async {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            await work()
            let next = chats.clock.now + length
            await InterruptibleSleep(clock: chats.clock).restUntilShutdown(or: next)
        }
    }

    private func forget() async {
        do {
            let end = chats.clock.now - chats.settings.retention
            while try await chats.store.forgetChats(quietSince: end, limit: 100) > 0, !Task.isShuttingDownGracefully {}
        } catch {
            chats.logger.warning("could not delete expired conversations", metadata: ["reason": "\(error)"])
        }
    }
}
