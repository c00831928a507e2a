import Channels
import ConversationRuntime
import Expressions
import FlowModel
import Logging

@testable import SignIn

/// The sign-in callbacks of one process: the real sign-ins, with a simulated provider.
struct Gate: Sendable {
    /// The parts that exist before the conversations.
    struct Parts {
        let store: OrderlySignIns
        let opening: SignInInitiator

        init(_ bot: Bot, _ store: any SignInStore, _ orderly: OrderlyStore, _ pulse: Pulse, _ outside: Outside) {
            self.store = OrderlySignIns(store: store, turns: orderly)
            let http = ProviderHTTP(client: Wire(pulse: pulse, outside: outside), allowsPrivateAddresses: false)
            var opening = SignInInitiator(
                providers: ProviderRegistry(of: bot, secret: { _ in nil }, http: http, clock: outside.clock),
                store: self.store, publicURL: "https://garage.example", clock: outside.clock)
            opening.newName = { SignInName(outside.chance.token()) ?? .random() }
            self.opening = opening
        }
    }

    let signIns: SignIns
    let store: OrderlySignIns
    private let clock: any WallClock

    init(_ parts: Parts, _ conversations: Conversations, _ outside: Outside) {
        store = parts.store
        clock = outside.clock
        signIns = SignIns(opening: parts.opening, desk: conversations, logger: outside.log.logger)
    }

    func run() async { await SignInService(signIns).run() }

    /// Whether a customer has come back and no conversation has received the result.
    func isBusy() async throws -> Bool {
        try await !store.interruptedSignIns(takenUntil: clock.now + .days(1), limit: 1).isEmpty
    }
}
