import Expressions
public import JSON

/// Asks the customer to pay with Apple Pay.
///
/// Source: Apple, Interactive Message Types, "Apple Pay Message".
public struct Payment: CheckedFeature {
    public let endpoints: PaymentEndpoints
    /// The merchant session, as the business passed it on.
    public let session: JSONValue
    public let request: PaymentRequest

    public static let key = "payment"
    public static let misspellings = ["Payment", "applePay", "apple-pay", "applePayment"]
    public static let capability: Capability? = nil
    public static let kind = "payment"
    public static let hasBubbleTexts = true

    private static let known: Set<String> = ["endpoints", "merchantSession", "paymentRequest"]
    private static let misspelt = [
        "endpoint": "endpoints", "session": "merchantSession", "MerchantSession": "merchantSession",
        "request": "paymentRequest", "PaymentRequest": "paymentRequest",
    ]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        endpoints = try fields.required("endpoints") { value throws(ValidationError) in
            try PaymentEndpoints(checking: value)
        }
        session = try fields.required("merchantSession") { value throws(ValidationError) in
            guard value.object != nil else {
                throw ValidationError("expected the merchant session, as it came")
            }
            return value
        }
        request = try fields.required("paymentRequest") { value throws(ValidationError) in
            try PaymentRequest(checking: value, context)
        }
        guard request.shippingMethods.isEmpty || endpoints.shippingMethod != nil else {
            throw ValidationError(
                "endpoints.shippingMethodUpdateUrl", "this is required when shipping methods are offered")
        }
    }

    static func isPayment(_ feature: any InteractiveFeature) -> Bool { feature is Payment }
}

extension Payment {
    /// When the session expires, according to its own `expiresAt`, in milliseconds as in Apple's sample.
    var expires: Moment? { session["expiresAt"]?.number?.int.map { Moment(milliseconds: $0) } }
}
