public import JSON

/// A call that reports the customer's authorisation: take the money (Interactive Message Types, Sample Payment Gateway
/// Request).
public struct PaymentCall: Sendable {
    /// The request identifier of the question.
    public var question: String
    public var token: PaymentToken
    /// The complete contact, with name and street.
    public var shippingContact: SheetContact?
    public var billingContact: SheetContact?
    public var shippingMethod: ChosenMethod?

    public init(_ body: JSONValue) throws(CallRefusal) {
        let call = try EndpointCall(body)
        guard let token = PaymentToken(call.payment["paymentToken"]) else {
            throw CallRefusal("`payment.paymentToken` is missing, or has no `paymentData`")
        }
        question = call.question
        self.token = token
        shippingContact = try call.contact("shippingContact")
        billingContact = try call.contact("billingContact")
        shippingMethod = try call.method()
    }
}
