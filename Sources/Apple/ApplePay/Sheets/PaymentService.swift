import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
public import ServiceLifecycle

/// The background work for payments: takes the money, resumes payments that a stop of the server interrupted, and
/// closes expired ones.
public struct PaymentService: Service {
    private let sheets: PaySheets

    private static let batch = 100

    public init(_ sheets: PaySheets) { self.sheets = sheets }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await sheets.till.run { try await sheets.conclude($0) } }
            group.addTask { await takeUpInterrupted() }
            group.addTask { await lookAfterOld() }
        }
    }

    /// Resumes the payments of an earlier run: those without an outcome, and those whose outcome was not reported.
    private func takeUpInterrupted() async {
        var last: PaymentID?
        let failures = FailureLog(
            "could not read payments, retrying", end: "payments read again", clock: sheets.clock,
            logger: sheets.logger)
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                let found = try await sheets.store.unsettledPayments(after: last, limit: Self.batch)
                failures.succeeded()
                for unsettled in found {
                    sheets.logger.notice("interrupted payment resumed", metadata: unsettled.payment.metadata())
                    sheets.till.takeUp(unsettled)
                }
                guard found.count == Self.batch else { return }
                last = found.last?.payment.id
            } catch {
                failures.failed(error, level: .error)
                await rest(.seconds(1))
            }
        }
    }

    private func lookAfterOld() async {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                let now = sheets.clock.now
                while try await sheets.store.expirePayments(before: now - .hours(1), at: now, limit: 1_000) > 0,
                    !Task.isShuttingDownGracefully
                {}
            } catch {
                sheets.logger.warning("could not close expired payments", metadata: ["reason": "\(error)"])
            }
            await rest(.hours(1))
        }
    }

    private func rest(_ length: TimeLength) async {
        let clock = sheets.clock
        await InterruptibleSleep(clock: clock).restUntilShutdown(or: clock.now + length)
    }
}
