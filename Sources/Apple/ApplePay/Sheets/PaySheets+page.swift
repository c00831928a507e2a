import Channels
public import ConversationRuntime
import Crypto
public import Expressions
import Foundation
import JSON
import Logging
import MessageModel

/// The state of a payment link's page.
public enum SheetPage: Sendable, Hashable {
    public struct Order: Sendable, Hashable {
        public var items: [Payment.Item]
        public var total: Money
        /// Whether it can be paid on a page of the business.
        public var hasPage = false
        /// Whether a payment is in progress, whose outcome is not known yet.
        public var isBeingPaid = false
    }

    /// The order is waiting for payment.
    case order(Order)
    case paid(Order)
    /// The payment is closed.
    case over
    case unknown
    /// The server's store is unavailable at present.
    case later
}

extension PaySheets {
    /// Returns the current state of the order at an address. Reading it changes nothing: mail scanners and link
    /// previews open the page, too.
    public func page(at id: String) async -> SheetPage {
        do {
            let known = try await known(id, nil)
            let payment = known.payment
            if payment.state == .paid {
                return .paid(SheetPage.Order(items: payment.items, total: payment.amount))
            }
            guard let open = try await open(known) else { return .over }
            return .order(
                SheetPage.Order(
                    items: open.sheet.items, total: open.sheet.total,
                    hasPage: open.asked.page != nil && pages != nil, isBeingPaid: payment.state == .processing))
        } catch SheetRefusal.unknown {
            return .unknown
        } catch {
            logger.warning("could not create a payment page", metadata: ["reason": "\(error)"])
            return .later
        }
    }

    /// The question of a payment that can still be made.
    private func open(_ known: KnownSheet) async throws -> OpenPay? {
        guard known.expiresAt > clock.now else { return nil }
        return try await desk.openPay(known.payment.question, in: known.payment.conversation, until: clock.now)
    }

    /// The address of the business's page for the order at an address; `nil` when there is none, or none now.
    public func businessPage(at id: String) async -> String? {
        do {
            let known = try await known(id, nil)
            guard let pages, let name = SheetName(id), known.payment.state != .paid, let open = try await open(known),
                let page = open.asked.page
            else { return nil }
            return try await pages.address(
                of: page, for: open.sheet, known.payment.question, in: known.payment.conversation, name)
        } catch {
            logger.warning("could not open a page for paying", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// Cancels the payment for the customer.
    public func cancel(at id: String) async {
        do {
            let payment = try await known(id, nil).payment
            try await hear(
                ClosedSheet(question: payment.question, ending: .cancelled), in: payment.conversation)
        } catch {
            logger.warning("could not cancel a payment", metadata: ["reason": "\(error)"])
        }
    }

    /// Pays with a test card, as a device would.
    public func pay(with card: String, at id: String) async -> TestCardEnd {
        do {
            let payment = try await known(id, nil).payment
            let call = TestCard.call(for: payment.question, with: card)
            if try await pay(call, at: id).status == .success { return .paid }
            // The answer to a device does not say why.
            return try await store.payment(payment.id)?.state == .declined ? .declined : .failed
        } catch {
            logger.warning("payment with a test card failed", metadata: ["reason": "\(error)"])
            return .failed
        }
    }
}

/// How a payment with a test card has ended.
public enum TestCardEnd: Sendable, Hashable {
    case paid, declined
    /// It was not taken, or its outcome is not known yet.
    case failed
}

/// Cards that do not exist, for trying out a bot; `TestProcessor` decides the outcome of a payment with them.
public enum TestCard {
    public static let all = ["Visa 1111", "Visa 0002", "Visa 0051", "Visa 0500"]

    /// Returns the body that a device would post for the card.
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
