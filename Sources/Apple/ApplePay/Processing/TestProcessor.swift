import Crypto
import Foundation
import MessageModel
import Synchronization

/// A payment processor that reports success without taking money: for `usher dev`, where no account exists.
///
/// The outcome of a payment depends on the last digits of the card's name; without a name, on the e-mail address.
///
/// | card | e-mail | outcome |
/// |---|---|---|
/// | `… 0002` | `declined@…` | declined, `card declined` |
/// | `… 0051` | `funds@…` | declined, `insufficient funds` |
/// | `… 0408` | `slow@…` | the money is taken and the answer is lost; a retry reports that it was paid |
/// | `… 0500` | `down@…` | no answer |
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

    /// Returns the text that determines the outcome.
    private static func sign(of order: PaymentOrder) -> String {
        if let card = order.token.cardName { return String(card.suffix(4)) }
        return (order.contact.email ?? "").prefix { $0 != "@" }.lowercased()
    }

    /// Returns a reference that is the same for the same payment, also after a restart.
    private static func reference(of order: PaymentOrder) -> String {
        let digits = SHA256.hash(data: Data(order.key.utf8)).prefix(4).map { String(format: "%02X", $0) }.joined()
        return "TEST-\(digits)"
    }
}
