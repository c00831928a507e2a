public import JSON

/// A call that reports another card (Interactive Message Types, Updating Payment Methods).
public struct MethodCall: Sendable, Hashable {
    public var question: String
    /// The kind of card, in lower case: `credit`, `debit`, `prepaid`, `store`. Devices write `credit` and `Credit`.
    public var card: String

    public init(_ body: JSONValue) throws(CallRefusal) {
        let call = try EndpointCall(body)
        guard let type = call.payment["paymentMethod"]?["type"]?.string, !type.isEmpty else {
            throw CallRefusal("`payment.paymentMethod.type` is missing")
        }
        question = call.question
        card = String(type.prefix(20)).lowercased()
    }
}

/// A call that reports another address (Interactive Message Types, Updating Shipping Contacts).
public struct ContactCall: Sendable, Hashable {
    public var question: String
    /// The contact without name and street: before the payment, devices reveal only the data from which shipping and
    /// taxes are calculated.
    public var contact: SheetContact

    public init(_ body: JSONValue) throws(CallRefusal) {
        let call = try EndpointCall(body)
        guard let contact = try call.contact("shippingContact") else {
            throw CallRefusal("`payment.shippingContact` is missing")
        }
        question = call.question
        self.contact = contact
    }
}

/// A call that reports another shipping method (Interactive Message Types, Updating Shipping Methods).
public struct ShippingCall: Sendable, Hashable {
    public var question: String
    public var method: ChosenMethod

    public init(_ body: JSONValue) throws(CallRefusal) {
        let call = try EndpointCall(body)
        guard let method = try call.method() else { throw CallRefusal("`payment.shippingMethod` is missing") }
        question = call.question
        self.method = method
    }
}

/// A call that reports the finished order (Interactive Message Types, Tracking Orders).
public struct TrackingCall: Sendable, Hashable {
    public var question: String
    public var shippingContact: SheetContact?
    public var billingContact: SheetContact?
    public var shippingMethod: ChosenMethod?
    /// The lines as the device finally showed them.
    public var items: [SheetItem]
    /// Whether the device reports errors.
    public var hasErrors: Bool

    private static let mostItems = 200

    public init(_ body: JSONValue) throws(CallRefusal) {
        let call = try EndpointCall(body)
        question = call.question
        shippingContact = try call.contact("shippingContact")
        billingContact = try call.contact("billingContact")
        shippingMethod = try call.method()
        var items: [SheetItem] = []
        for item in (call.payment["summaryItems"]?.array ?? []).prefix(Self.mostItems) {
            items.append(try SheetItem(item, in: "payment.summaryItems"))
        }
        self.items = items
        hasErrors = call.payment["errors"]?.array?.isEmpty == false
    }
}
