import Channels
public import ConversationRuntime
import Crypto
public import Expressions
import Foundation
import JSON
import Logging
import MessageModel

/// What the page of a link is to show.
public enum SheetPage: Sendable, Hashable {
    public struct Order: Sendable, Hashable {
        public var items: [Payment.Item]
        public var total: Money
    }

    /// It waits to be paid.
    case order(Order)
    case paid(Order)
    /// Nobody waits for it any more.
    case over
    case unknown
    /// Our own store cannot be reached just now.
    case later
}

extension PaySheets {
    /// The order of an address as it stands. Nothing changes by looking at it: mail scanners and previews do that, too.
    public func page(at id: String) async -> SheetPage {
        do {
            let known = try await known(id, nil)
            let payment = known.payment
            if payment.state == .paid {
                return .paid(SheetPage.Order(items: payment.items, total: payment.amount))
            }
            guard known.expiresAt > clock.now,
                let open = try await desk.openPay(payment.question, in: payment.conversation, until: clock.now)
            else { return .over }
            return .order(SheetPage.Order(items: open.sheet.items, total: open.sheet.total))
        } catch SheetRefusal.unknown {
            return .unknown
        } catch {
            logger.warning("the page of a payment could not be made", metadata: ["reason": "\(error)"])
            return .later
        }
    }

    /// The customer does not want to pay.
    public func cancel(at id: String) async {
        do {
            let payment = try await known(id, nil).payment
            try await hear(
                ClosedSheet(question: payment.question, ending: .cancelled), in: payment.conversation)
        } catch {
            logger.warning("a payment could not be cancelled", metadata: ["reason": "\(error)"])
        }
    }

    /// Pays with a card that exists nowhere, as a device would. Returns whether it was taken.
    public func pay(with card: String, at id: String) async -> Bool {
        do {
            let payment = try await known(id, nil).payment
            return try await pay(TestCard.call(for: payment.question, with: card), at: id).status == .success
        } catch {
            logger.warning("a test card could not be used", metadata: ["reason": "\(error)"])
            return false
        }
    }
}

/// Cards that exist nowhere, for trying a bot; what comes of them is decided by `TestProcessor`.
public enum TestCard {
    public static let all = ["Visa 1111", "Visa 0002", "Visa 0051", "Visa 0500"]

    /// What a device would post for it.
    static func call(for question: String, with card: String) -> JSONValue {
        let contact: JSONValue = [
            "givenName": "Test", "familyName": "Customer", "emailAddress": "test@example.com",
            "phoneNumber": "+3220000000", "addressLines": ["1 Example Street"], "postalCode": "1000",
            "locality": "Brussels", "countryCode": "be",
        ]
        return [
            "requestIdentifier": .string(question), "version": "1.0",
            "payment": [
                "shippingContact": contact, "billingContact": contact,
                "paymentToken": [
                    "transactionIdentifier": .string(SheetName.random().text),
                    "paymentMethod": ["displayName": .string(card), "network": "Visa", "type": "credit"],
                    "paymentData": ["version": "EC_v1", "data": .string(SheetName.random().text)],
                ],
            ],
        ]
    }
}
