import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import MessageModel
public import ServiceLifecycle

/// Background work for sign-ins: handles those that a stop of the server interrupted, and deletes those that expired
/// long ago.
public struct SignInService: Service {
    private let signIns: SignIns
    /// Before any customer can return.
    private let startedAt: Moment
    private let interrupted: FailureLog

    /// How long a finished sign-in is kept, so that a customer who returns late can be informed.
    private static let kept = TimeLength.hours(24)
    /// The maximum time for exchanging a code and reporting to the conversation.
    private static let longestReturn = TimeLength.minutes(5)

    public init(_ signIns: SignIns) {
        self.signIns = signIns
        startedAt = signIns.clock.now
        interrupted = FailureLog(
            "could not end interrupted sign-ins", end: "interrupted sign-ins ended again", clock: signIns.clock,
            logger: signIns.logger)
    }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    public func run() async {
        while await !settleInterrupted(takenUntil: startedAt) { await rest(.seconds(1)) }
        var forgotten: Moment?
        while !isOver {
            let now = signIns.clock.now
            if forgotten.map({ now - $0 >= .hours(1) }) ?? true {
                await forgetOld()
                forgotten = now
            }
            await rest(.minutes(1))
            _ = await settleInterrupted(takenUntil: signIns.clock.now - Self.longestReturn)
        }
    }

    private var isOver: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

    private func rest(_ length: TimeLength) async {
        await InterruptibleSleep(clock: signIns.clock).restUntilShutdown(or: signIns.clock.now + length)
    }

    /// Fails the sign-ins of customers who returned but whose result could not be reported to the conversation. Their
    /// code is used up, so the conversation takes its exit for failures, from which it may ask again. The same applies
    /// to customers who returned while the server was being killed, and to those whose result could not be saved.
    /// Returns `false` when it must be retried.
    private func settleInterrupted(takenUntil moment: Moment) async -> Bool {
        do {
            while !isOver,
                case let interrupted = try await signIns.store.interruptedSignIns(takenUntil: moment, limit: 100),
                !interrupted.isEmpty
            {
                for pending in interrupted {
                    let reply = SignInReply(question: pending.question, outcome: .failure("unreachable"))
                    let receipt = try await signIns.desk.close(reply, in: pending.conversation)
                    try await signIns.store.endSignIns(
                        of: pending.question, in: pending.conversation, at: signIns.clock.now)
                    // Its result was saved before the server stopped.
                    if receipt == .repeated { continue }
                    signIns.logger.warning(
                        "sign-in interrupted",
                        metadata: ["provider": "\(pending.asked.provider)", "arrival": "\(pending.question)"])
                }
            }
        } catch {
            self.interrupted.failed(error)
            return isOver
        }
        self.interrupted.succeeded()
        return true
    }

    private func forgetOld() async {
        do {
            let end = signIns.clock.now - Self.kept
            while try await signIns.store.forgetSignIns(expiredBefore: end, limit: 1_000) > 0, !isOver {}
        } catch {
            signIns.logger.warning("could not delete expired sign-ins", metadata: ["reason": "\(error)"])
        }
    }
}
