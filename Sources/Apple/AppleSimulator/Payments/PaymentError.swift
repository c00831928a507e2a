import JSON

/// An error that a business found in the customer's choices.
///
/// Source: Apple Pay on the Web, `ApplePayError`.
public struct PaymentError: Sendable, Hashable {
    public let code: String
    public let contactField: String?
    public let message: String

    private static let known: Set<String> = ["code", "contactField", "message"]
    private static let codes = ["shippingContactInvalid", "billingContactInvalid", "addressUnserviceable", "unknown"]
    private static let fields = [
        "phoneNumber", "emailAddress", "name", "phoneticName", "postalAddress", "addressLines", "locality",
        "subLocality", "postalCode", "administrativeArea", "subAdministrativeArea", "country", "countryCode",
    ]

    init(checking value: JSONValue) throws(ValidationError) {
        let members = try Fields(value, known: Self.known, misspelt: ["field": "contactField", "text": "message"])
        guard let code = try members.optionalWord("code", among: Self.codes) else {
            throw ValidationError("code", "this is required and is missing")
        }
        contactField = try members.optionalWord("contactField", among: Self.fields)
        guard contactField == nil || code.hasSuffix("ContactInvalid") else {
            throw ValidationError("contactField", "only errors of a contact name a field, not `\(code)`")
        }
        self.code = code
        message = try members.optionalText("message") ?? ""
    }

    /// Whether the customer must change something before they can pay.
    var blocks: Bool { code != "unknown" }

    var json: JSONValue {
        var object: JSONObject = ["code": .string(code), "message": .string(message)]
        object.set("contactField", contactField.map { .string($0) })
        return .object(object)
    }
}
