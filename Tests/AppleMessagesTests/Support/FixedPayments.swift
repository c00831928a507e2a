import Channels
import JSON
import MessageModel
import Synchronization

/// Opens every payment with the same session and the same page, and counts the sessions.
final class FixedPayments: PaymentOpener {
    static let base = "https://sams.example.com/apple-pay/3q2-7w"
    static let page = "https://sams.example.com/apple-pay/3q2-7w/fallback"
    /// The session of Apple's sample, including its undocumented members.
    static let session: JSONValue = [
        "epochTimestamp": 1_525_722_894_057, "expiresAt": 1_525_730_094_057,
        "merchantSessionIdentifier": "PSH40080EF4D655442D...FD", "nonce": "fe72cd0f",
        "merchantIdentifier": "302B976...8E", "displayName": "Sam's Fish", "signature": "308006092a864886f...00",
        "initiative": "messaging", "initiativeContext": "https://sams.example.com/apple-pay/3q2-7w/payment-gateway",
        "signedFields": [
            "merchantIdentifier", "merchantSessionIdentifier", "initiative", "initiativeContext", "displayName",
            "nonce",
        ],
        "notDocumented": ["1.50", nil, " "],
    ]
    static let merchant = SheetMerchant(
        identifier: "merchant.com.sams.fish", country: "US", networks: ["amex", "visa", "discover", "masterCard"],
        capabilities: ["supports3DS", "supportsDebit", "supportsCredit"])

    private let opened = Mutex(0)
    private let sheet: OpenedSheet
    private let failure: DeliveryFailure?

    init(session: JSONValue = session, merchant: SheetMerchant = merchant, failing failure: DeliveryFailure? = nil) {
        sheet = OpenedSheet(session: session, merchant: merchant, endpoints: SheetEndpoints(base: Self.base))
        self.failure = failure
    }

    /// The number of requested sessions.
    var count: Int { opened.withLock { $0 } }

    func openSheet(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> OpenedSheet {
        opened.withLock { $0 += 1 }
        if let failure { throw failure }
        return sheet
    }

    func openLink(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> String { Self.page }
}
