import Channels
import Concurrency
import Expressions
import MessageModel
import Synchronization

/// The channel from one process to the phones.
final class Line: Channel {
    let name = "apple"
    private let pulse: Pulse
    private let outside: Outside
    private let payments: (any PaymentOpener)?
    private let signIns: (any SignInOpener)?
    private let underWay = Mutex<Set<String>>([])

    init(_ pulse: Pulse, _ outside: Outside, payments: (any PaymentOpener)?, signIns: (any SignInOpener)?) {
        self.pulse = pulse
        self.outside = outside
        self.payments = payments
        self.signIns = signIns
    }

    func deliver(_ delivery: Delivery) async throws(DeliveryFailure) {
        guard !pulse.isOver else { throw .tryAgain("the process has ended") }
        let customer = delivery.conversation.customer
        if !underWay.withLock({ $0.insert(customer).inserted }) {
            outside.complain("two messages at once to \(customer)")
        }
        defer { underWay.withLock { _ = $0.remove(customer) } }
        let service = try await service(of: delivery)
        let (after, fate) = outside.behaviour.sending(outside.chance)
        if let after { try? await outside.clock.sleep(until: outside.clock.now + after) }
        try arrive(delivery, service, fate)
    }

    /// Opens the service of a message, as Apple's channel does before each attempt.
    private func service(of delivery: Delivery) async throws(DeliveryFailure) -> PhoneService? {
        switch delivery.message {
        case .pay(let message):
            let opened = try await payments?.openSheet(
                message.pay, question: message.question, in: delivery.conversation)
            return opened.map {
                .sheet(PhoneSheet(question: message.question, paymentGateway: $0.endpoints.paymentGateway))
            }
        case .signIn(let message):
            let opened = try await signIns?.openAtDevice(
                message.signIn, question: message.question, in: delivery.conversation)
            return opened.map { .signIn(PhoneSignIn(question: message.question, state: $0.state)) }
        default: return nil
        }
    }

    private func arrive(
        _ delivery: Delivery, _ service: PhoneService?, _ fate: Manners.Sending
    ) throws(DeliveryFailure) {
        let customer = delivery.conversation.customer
        switch fate {
        case .refused: throw .tryAgain("503")
        case .givenUp: throw .giveUp("this device cannot show it")
        case .halted: throw .stopSending("401")
        case .taken, .answerLost:
            guard pulse.touchWorld() else { throw .tryAgain("the process has ended") }
            outside.change { $0.phones[customer, default: Phone()].show(delivery, service) }
            let end = fate == .answerLost ? ", and nobody hears it" : ""
            outside.tell("\(customer) gets \(delivery.message.words) (\(delivery.id.prefix(4)))\(end)")
            if fate == .answerLost { throw .tryAgain("the line broke") }
        }
    }
}
