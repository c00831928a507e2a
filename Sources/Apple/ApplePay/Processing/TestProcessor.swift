import Crypto
import Foundation
import MessageModel
import Synchronization

/// Takes no money and says that it did: for `usher dev`, where nobody has an account.
///
/// The card decides what comes of a payment, by the last digits of its name; without a name, the e-mail address does.
///
/// | card | e-mail | outcome |
/// |---|---|---|
/// | `… 0002` | `declined@…` | declined, `card declined` |
/// | `… 0051` | `funds@…` | declined, `insufficient funds` |
/// | `… 0408` | `slow@…` | the money is taken and the answer is lost; whoever asks again hears that it was paid |
/// | `… 0500` | `down@…` | nobody answers |
/// | any other | any other | paid |
public final class TestProcessor: PaymentProcessor {
    /// The keys of payments that were taken.
    private let taken = Mutex<Set<String>>([])

    public init() {}

    public func take(_ order: PaymentOrder) async -> ProcessingOutcome {
        let paid = ProcessingOutcome.paid(reference: Self.reference(of: order))
        switch Self.sign(of: order) {
        case "0002", "declined": return .declined(problem: "card declined")
        case "0051", "funds": return .declined(problem: "insufficient funds")
        case "0500", "down": return .unknown(problem: "unreachable")
        case "0408", "slow":
            let isNew = taken.withLock { $0.insert(order.key).inserted }
            return isNew ? .unknown(problem: "timeout") : paid
        default: return paid
        }
    }

    /// What decides.
    private static func sign(of order: PaymentOrder) -> String {
        if let card = order.token.cardName { return String(card.suffix(4)) }
        return (order.contact.email ?? "").prefix { $0 != "@" }.lowercased()
    }

    /// The same for the same payment, also after a restart.
    private static func reference(of order: PaymentOrder) -> String {
        let digits = SHA256.hash(data: Data(order.key.utf8)).prefix(4).map { String(format: "%02X", $0) }.joined()
        return "TEST-\(digits)"
    }
}
