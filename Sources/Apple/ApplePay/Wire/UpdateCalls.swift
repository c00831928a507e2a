public import JSON

/// The customer has chosen another card (Interactive Message Types, Updating Payment Methods).
public struct MethodCall: Sendable, Hashable {
    public var question: String
    /// What kind of card it is, in small letters: `credit`, `debit`, `prepaid`, `store`. Devices write `credit` and `Credit`.
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

/// The customer has chosen another address (Interactive Message Types, Updating Shipping Contacts).
public struct ContactCall: Sendable, Hashable {
    public var question: String
    /// Without name and street: before paying, devices tell what shipping and taxes are reckoned from, and no more.
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

/// The customer has chosen another way of shipping (Interactive Message Types, Updating Shipping Methods).
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

/// The order is done (Interactive Message Types, Tracking Orders).
public struct TrackingCall: Sendable, Hashable {
    public var question: String
    public var shippingContact: SheetContact?
    public var billingContact: SheetContact?
    public var shippingMethod: ChosenMethod?
    /// The lines as the device showed them in the end.
    public var items: [SheetItem]
    /// Whether the device tells of errors.
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
