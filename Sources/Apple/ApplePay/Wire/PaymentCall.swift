public import JSON

/// The customer has authorised the payment: take the money (Interactive Message Types, Sample Payment Gateway Request).
public struct PaymentCall: Sendable {
    /// The request identifier of the question.
    public var question: String
    public var token: PaymentToken
    /// Whole now, name and street too.
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
