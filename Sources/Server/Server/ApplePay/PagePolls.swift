import ApplePay
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import Logging
import MessageModel
import ServiceLifecycle

/// Asks the actions of `poll` how payments on pages of the business have ended: every ten seconds, for payments whose
/// question is open.
struct PagePolls: Service {
    let sheets: PaySheets
    let conversations: Conversations
    let store: any PaymentStore
    let caller: any ActionCaller
    let clock: any WallClock
    let logger: Logger
    let standing: NodeStanding

    /// Whether a step of the bot polls at all.
    let hasPolls: @Sendable () -> Bool

    private static let pause = TimeLength.seconds(10)
    private static let longPause = TimeLength.minutes(5)
    private static let page = 100

    /// Runs until the task is cancelled or the server shuts down gracefully.
    func run() async {
        let failures = FailureLog(
            "could not poll payments, retrying", end: "payments polled again", clock: clock, logger: logger)
        while await standing.untilLeading(), !Task.isCancelled, !Task.isShuttingDownGracefully {
            let pause = hasPolls() ? Self.pause : Self.longPause
            await InterruptibleSleep(clock: clock).restUntilShutdown(or: clock.now + pause)
            guard hasPolls() else { continue }
            if Task.isCancelled || Task.isShuttingDownGracefully { return }
            do {
                try await pollAll()
                failures.succeeded()
            } catch {
                failures.failed(error)
            }
        }
    }

    /// Asks about every open payment once.
    func pollAll() async throws {
        var filter = PaymentFilter()
        filter.state = .opened
        var skipped = 0
        while true {
            let found = try await store.payments(filter, skipping: skipped, limit: Self.page)
            for payment in found {
                if Task.isCancelled || Task.isShuttingDownGracefully { return }
                try await poll(payment)
            }
            if found.count < Self.page { return }
            skipped += found.count
        }
    }

    private func poll(_ payment: Payment) async throws {
        guard
            let open = try await conversations.openPay(
                payment.question, in: payment.conversation, until: clock.now),
            let action = open.asked.poll, open.asked.page != nil
        else { return }
        let call = ActionCall(
            action: action, inputs: Fields([("reference", .text(payment.question))]),
            key: "\(payment.question)-poll-\(clock.now.milliseconds)", conversation: payment.conversation)
        guard case .gave(let fields) = await caller.call(call), case .text(let word)? = fields["outcome"],
            let outcome = PageResult.Outcome(rawValue: word)
        else { return }
        let text = { (name: String) -> String? in
            if case .text(let text)? = fields[name] { text } else { nil }
        }
        let result = PageResult(outcome: outcome, reference: text("reference"), problem: text("problem"))
        do throws(SheetRefusal) {
            _ = try await sheets.end(result, payment)
        } catch {
            logger.notice("polled payment has ended already", metadata: ["payment": "\(payment.id.number)"])
        }
    }
}
