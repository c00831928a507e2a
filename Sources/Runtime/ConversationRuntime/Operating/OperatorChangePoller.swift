import Channels
import Concurrency
import Expressions
import Logging
import ServiceLifecycle

/// Polls for changes that operators have made in other processes, and applies them.
struct OperatorChangePoller: Sendable {
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
                let heeded = await apply(try await store.notices(limit: 100))
                if !heeded.isEmpty { try await store.forget(heeded) }
            } catch {
                logger.warning("could not read operator changes", metadata: ["reason": "\(error)"])
            }
            await nap.restUntilShutdown(or: clock.now + Self.pause)
        }
    }

    /// Applies each notice; one that cannot be applied is retried at the next poll and does not delay the others.
    private func apply(_ notices: [Notice]) async -> [Notice] {
        var heeded: [Notice] = []
        for notice in notices {
            do {
                try await conversations.apply(notice)
                heeded.append(notice)
            } catch {
                logger.warning("could not apply an operator change", metadata: ["reason": "\(error)"])
            }
        }
        return heeded
    }
}

extension Conversations {
    /// Applies an operator's change. Idempotent.
    func apply(_ notice: Notice) async throws {
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
