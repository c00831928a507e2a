import Channels
import Concurrency
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
        let nap = InterruptibleSleep(clock: clock)
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                let heeded = await heed(try await store.notices(limit: 100))
                if !heeded.isEmpty { try await store.forget(heeded) }
            } catch {
                logger.warning("notices of operators could not be looked up", metadata: ["reason": "\(error)"])
            }
            await nap.restUntilShutdown(or: clock.now + Self.pause)
        }
    }

    /// Acts on each; what cannot be done now is tried again at the next look, and keeps nothing else waiting.
    private func heed(_ notices: [Notice]) async -> [Notice] {
        var heeded: [Notice] = []
        for notice in notices {
            do {
                try await conversations.heed(notice)
                heeded.append(notice)
            } catch {
                logger.warning("a notice of operators could not be heeded", metadata: ["reason": "\(error)"])
            }
        }
        return heeded
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
