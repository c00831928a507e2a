import Channels
import Expressions
import Logging
import ServiceLifecycle

/// Looks every now and then for what operators have done beside the server, and acts on it.
struct Attention: Sendable {
    let conversations: Conversations
    let store: any SessionStore
    let clock: any WallClock
    let logger: Logger

    private static let pause = TimeLength.milliseconds(1_500)

    /// Runs until the task is cancelled or the server shuts down.
    func run() async {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                let notices = try await store.notices(limit: 100)
                for notice in notices { try await conversations.heed(notice) }
                if !notices.isEmpty { try await store.forget(notices) }
            } catch {
                logger.warning("notices of operators could not be heeded", metadata: ["reason": "\(error)"])
            }
            let next = clock.now + Self.pause
            await cancelWhenGracefulShutdown { try? await clock.sleep(until: next) }
        }
    }
}

extension Conversations {
    /// Acts on what an operator has done. Doing so twice does no harm.
    func heed(_ notice: Notice) async throws {
        switch notice.kind {
        case .changed(let session):
            forget(session)
            outbox.readAgain(session)
            await calls.readAgain()
            alarm.set(clock.now)
        case .again(let id, let letter): try await answerAgain(letter, id)
        }
    }
}
