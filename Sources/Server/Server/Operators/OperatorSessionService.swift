import Accounts
import Channels
import ConversationRuntime
import Expressions
import Logging
import ServiceLifecycle

/// Deletes the sessions of operators that have ended, once an hour, on one of the servers that share a database.
struct OperatorSessionService: Service {
    let accounts: OperatorAccounts
    let clock: any WallClock
    let logger: Logger
    let standing: NodeStanding

    func run() async {
        while await standing.untilLeading(), !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                _ = try await accounts.forgetSessions()
            } catch is CancellationError {
                // The server is shutting down.
            } catch {
                logger.warning("could not delete sessions of operators", metadata: ["reason": "\(error)"])
            }
            let next = clock.now + .hours(1)
            await cancelWhenGracefulShutdown { try? await clock.sleep(until: next) }
        }
    }
}
