public import JSON

/// The response to a payment: whether it was taken (Interactive Message Types, Sample Payment Gateway Response).
public struct PaymentAnswer: Sendable, Hashable {
    public var status: PaymentStatus
    public var errors: [SheetError]

    public static let success = PaymentAnswer(.success)

    /// Errors are allowed only with success or failure (Apple Pay on the Web, ApplePayPaymentAuthorizationResult);
    /// another status with errors becomes a failure.
    public init(_ status: PaymentStatus, errors: [SheetError] = []) {
        self.status = errors.isEmpty || status == .success ? status : .failure
        self.errors = errors
    }

    public var json: JSONValue {
        var object: JSONObject = ["status": .string(status.rawValue)]
        if !errors.isEmpty { object["errors"] = .array(errors.map(\.json)) }
        return .object(object)
    }
}

/// Apple Pay Status Codes.
public enum PaymentStatus: String, Sendable, CaseIterable {
    case success = "STATUS_SUCCESS"
    case failure = "STATUS_FAILURE"
    case invalidBillingAddress = "STATUS_INVALID_BILLING_POSTAL_ADDRESS"
    case invalidShippingAddress = "STATUS_INVALID_SHIPPING_POSTAL_ADDRESS"
    case invalidShippingContact = "STATUS_INVALID_SHIPPING_CONTACT"
    case pinRequired = "STATUS_PIN_REQUIRED"
    case pinIncorrect = "STATUS_PIN_INCORRECT"
    case pinLockout = "STATUS_PIN_LOCKOUT"
}

/// An error that a customer can correct on the sheet (Apple Pay on the Web, ApplePayError).
public struct SheetError: Sendable, Hashable {
    public enum Code: String, Sendable {
        case shippingContactInvalid, billingContactInvalid, addressUnserviceable, unknown
    }

    public enum Field: String, Sendable {
        case phoneNumber, emailAddress, name, phoneticName, postalAddress, addressLines, locality, subLocality,
            postalCode,
            administrativeArea, subAdministrativeArea, country, countryCode
    }

    public var code: Code
    /// The erroneous field of a contact; only for the two codes about contacts.
    public var field: Field?
    /// The text shown on the sheet; empty for the device's own text.
    public var message: String

    public init(_ code: Code, field: Field? = nil, message: String) {
        self.code = code
        self.field = [.shippingContactInvalid, .billingContactInvalid].contains(code) ? field : nil
        self.message = message
    }

    public var json: JSONValue {
        var object: JSONObject = ["code": .string(code.rawValue)]
        object.set("contactField", field.map { .string($0.rawValue) })
        if !message.isEmpty { object["message"] = .string(message) }
        return .object(object)
    }
}
