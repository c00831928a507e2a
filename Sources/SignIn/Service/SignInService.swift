import Channels
import ConversationRuntime
import Expressions
import Logging
import MessageModel
public import ServiceLifecycle

/// Looks after sign-ins beside the requests: those that a stop of the server cut off, and those whose time is long over.
public struct SignInService: Service {
    private let signIns: SignIns
    /// Before anybody can come back.
    private let startedAt: Moment

    /// How long a sign-in that is over is remembered, so that whoever comes late is told so.
    private static let kept = TimeLength.hours(24)

    public init(_ signIns: SignIns) {
        self.signIns = signIns
        startedAt = signIns.clock.now
    }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    public func run() async {
        await settleInterrupted()
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            await forgetOld()
            let clock = signIns.clock
            let next = clock.now + .hours(1)
            await cancelWhenGracefulShutdown { try? await clock.sleep(until: next) }
        }
    }

    /// Whoever came back while the server was stopped has used up their code: their conversation takes its exit for
    /// failures, from which it may ask again.
    private func settleInterrupted() async {
        do {
            while case let interrupted = try await signIns.store.interruptedSignIns(takenUntil: startedAt, limit: 100),
                !interrupted.isEmpty
            {
                for pending in interrupted {
                    let reply = SignInReply(question: pending.question, outcome: .failure("unreachable"))
                    _ = try await signIns.desk.close(reply, in: pending.conversation)
                    try await signIns.store.endSignIns(
                        of: pending.question, in: pending.conversation, at: signIns.clock.now)
                    signIns.logger.warning(
                        "a sign-in was cut off", metadata: ["provider": "\(pending.asked.provider)"])
                }
            }
        } catch {
            signIns.logger.warning("sign-ins that were cut off are not settled", metadata: ["reason": "\(error)"])
        }
    }

    private func forgetOld() async {
        do {
            let end = signIns.clock.now - Self.kept
            while try await signIns.store.forgetSignIns(expiredBefore: end, limit: 1_000) > 0 {}
        } catch {
            signIns.logger.warning("old sign-ins could not be forgotten", metadata: ["reason": "\(error)"])
        }
    }
}
