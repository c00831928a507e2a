import Channels
import Concurrency
import Expressions
import MessageModel

/// A channel with scripted results, which records the deliveries.
final class ScriptedChannel: Channel {
    struct Attempt: Sendable, Equatable {
        var id: String
        var customer: String
        var text: String
        var at: Moment
        /// Whether the message was accepted.
        var isTaken = false
    }

    struct State: Sendable {
        var attempts: [Attempt] = []
        /// The number of deliveries in progress, by customer, and its maximum so far.
        var underWay: [String: Int] = [:]
        var most: [String: Int] = [:]
        /// Customers whose deliveries stay in progress until they are released.
        var held: Set<String> = []
    }

    let name = "apple"
    let watched = Watched(State())
    private let clock: any WallClock
    private let fails: @Sendable (Attempt, _ before: Int) -> DeliveryFailure?

    /// - Parameter fails: returns the failure of an attempt, given the number of previous attempts; `nil` accepts the
    ///   message.
    init(clock: any WallClock, fails: @escaping @Sendable (Attempt, Int) -> DeliveryFailure?) {
        self.clock = clock
        self.fails = fails
    }

    func deliver(_ delivery: Delivery) async throws(DeliveryFailure) {
        let customer = delivery.conversation.customer
        var attempt = Attempt(id: delivery.id, customer: customer, text: delivery.message.words, at: clock.now)
        watched.change { state in
            state.underWay[customer, default: 0] += 1
            state.most[customer] = max(state.most[customer] ?? 0, state.underWay[customer] ?? 0)
        }
        await watched.wait { !$0.held.contains(customer) }
        let before = watched.value.attempts.count { $0.id == delivery.id }
        let failure = fails(attempt, before)
        attempt.isTaken = failure == nil
        watched.change { state in
            state.underWay[customer, default: 0] -= 1
            state.attempts.append(attempt)
        }
        if let failure { throw failure }
    }

    func hold(_ customer: String) { watched.change { state in _ = state.held.insert(customer) } }
    func letGo(_ customer: String) { watched.change { state in _ = state.held.remove(customer) } }

    var attempts: [Attempt] { watched.value.attempts }

    /// Returns the texts that a customer has received, in order; a repeated message counts once.
    func device(of customer: String) -> [String] {
        var ids: Set<String> = []
        return attempts.filter { $0.isTaken && $0.customer == customer && ids.insert($0.id).inserted }.map(\.text)
    }
}

extension Message {
    /// The message in a few words.
    var words: String {
        switch self {
        case .text(let text): text
        case .prompt(let message): message.words
        case .buttons(let message): "[" + message.items.map(\.title).joined(separator: ", ") + "]"
        case .list(let message): "[list \(message.bubble.title)]"
        case .times(let message): "[times \(message.bubble.title)]"
        case .signIn(let message): "[sign-in \(message.bubble.title)]"
        case .pay(let message): "[pay \(message.bubble.title)]"
        case .app(let message): "[app \(message.bubble.title)]"
        case .link(let message): message.shown
        case .form(let message): "[form \(message.bubble.title)]"
        case .card(let card): card.words
        }
    }
}
