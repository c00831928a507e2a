import ApplePay
import Channels
import Concurrency
import ConversationRuntime
import FlowEngine
import Synchronization

/// The bot that runs at present: one value behind one lock, replaced as a whole.
final class CurrentBot: Sendable {
    private struct State {
        var bot: RunningBot
        var replacements = 0
    }

    private let state: Mutex<State>

    init(_ bot: RunningBot) { state = Mutex(State(bot: bot)) }

    var value: RunningBot { state.withLock(\.bot) }

    /// Replaces the bot.
    ///
    /// - Parameter build: builds the next bot from the present one, without holding up its readers; it is called again
    ///   when another replacement was faster.
    func replace(_ build: (RunningBot) -> RunningBot) {
        while true {
            let before = state.withLock { $0 }
            let next = build(before.bot)
            let isDone = state.withLock { state in
                guard state.replacements == before.replacements else { return false }
                state = State(bot: next, replacements: before.replacements + 1)
                return true
            }
            if isDone { return }
        }
    }

    /// Access to a part of the present bot.
    func current<Part>(_ part: @escaping @Sendable (RunningBot) -> Part) -> Current<Part> {
        Current { part(self.value) }
    }

    /// The channels, each of which delivers a message through the bot that runs by then.
    var channels: [any Channel] { value.channels.map { CurrentChannel(name: $0.name, bot: self) } }
}

/// A call is made by the bot that runs when it begins.
extension CurrentBot: ActionCaller {
    func call(_ call: ActionCall) async -> ActionOutcome { await value.actions.call(call) }
}

/// Money is taken by the bot that runs when the attempt begins.
extension CurrentBot: PaymentProcessor {
    func take(_ order: PaymentOrder) async -> ProcessingOutcome { await value.processor.take(order) }
}

private struct CurrentChannel: Channel {
    let name: String
    let bot: CurrentBot

    func deliver(_ delivery: Delivery) async throws(DeliveryFailure) {
        guard let channel = bot.value.channels.first(where: { $0.name == name }) else {
            preconditionFailure("every bot of a server has the channel `\(name)`")
        }
        try await channel.deliver(delivery)
    }
}
