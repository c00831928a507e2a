import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
public import ServiceLifecycle

/// The background work of the web chat: passes messages to the bot, sends heartbeats, and deletes expired data.
public struct WebChatService: Service {
    private let chats: WebChats

    /// How often a stream sends a heartbeat.
    private static let heartbeat = TimeLength.seconds(20)

    public init(_ chats: WebChats) { self.chats = chats }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await chats.intake.run() }
            group.addTask { await every(Self.heartbeat) { chats.keeper.hub.beat() } }
            group.addTask { await every(.hours(1)) { await forget() } }
            await withTaskCancellationOrGracefulShutdownHandler {
                await group.waitForAll()
            } onCancelOrGracefulShutdown: {
                chats.keeper.hub.endAll()
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
