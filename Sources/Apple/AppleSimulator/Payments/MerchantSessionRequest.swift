import Foundation
import JSON

/// A business's request to Apple Pay before it sends a payment bubble.
///
/// Source: Apple, Interactive Message Types, "Payment.MerchantSession Dictionary", and Apple Pay on the Web,
/// "Requesting an Apple Pay Payment Session".
struct MerchantSessionRequest: Sendable {
    let merchant: String
    let displayName: String
    /// The address of the payment gateway.
    let context: String

    private static let known: Set<String> = [
        "merchantIdentifier", "displayName", "initiative", "initiativeContext", "domainName",
    ]
    private static let misspelt = [
        "merchantId": "merchantIdentifier", "storeName": "displayName", "name": "displayName",
        "context": "initiativeContext", "domain": "domainName",
    ]
    private static let longestName = 64

    init(checking value: JSONValue) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        merchant = try fields.text("merchantIdentifier", limit: 255)
        displayName = try fields.text("displayName")
        guard displayName.utf8.count <= Self.longestName else {
            throw ValidationError(
                "displayName", "\(Self.longestName) bytes of UTF-8 at most, not \(displayName.utf8.count)")
        }
        let initiative = try fields.text("initiative")
        guard initiative == "messaging" else {
            throw ValidationError("initiative", "this is `messaging` for Messages for Business, not `\(initiative)`")
        }
        context = try fields.required("initiativeContext") { value throws(ValidationError) in
            try MerchantAddress.check(value)
        }
        _ = try fields.optionalText("domainName", limit: 255)
    }
}
