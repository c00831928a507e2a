public import Expressions

/// The description of a new device.
public struct DeviceDescription: Sendable {
    public var kind: DeviceKind
    public var business: BusinessID
    /// The owner of the device: a customer who has devices already, or any id that begins with `urn:mbid:`. `nil`
    /// creates a new customer.
    public var customer: CustomerID?
    /// The capabilities, in place of those of the kind.
    public var capabilities: [Capability]?
    /// The locale, such as `en_US`; sent with every message.
    public var locale: String?
    /// `biz-intent-id` of the link by which the customer entered the conversation.
    public var intent: String?
    /// `biz-group-id` of that link.
    public var group: String?
    public var listReplies: ListReplyLayout
    /// Whether `capability-list` is percent-encoded; `nil` for the default of the kind.
    public var encodesCapabilities: Bool?
    /// The wire habits; `nil` for the default of the kind.
    public var wire: WireHabits?
    /// The customer's time zone for days; `nil` for UTC.
    public var zone: Zone?
    /// Whether the device has Apple Pay; `nil` for the default of the kind.
    public var paysWithApple: Bool?
    /// The customer's contact in Apple Pay.
    public var contact = PaymentContact()

    public init(
        _ kind: DeviceKind = .iphone, business: BusinessID, customer: CustomerID? = nil,
        capabilities: [Capability]? = nil, locale: String? = nil, intent: String? = nil, group: String? = nil,
        listReplies: ListReplyLayout = .chosen, encodesCapabilities: Bool? = nil, wire: WireHabits? = nil,
        zone: Zone? = nil, paysWithApple: Bool? = nil
    ) {
        self.kind = kind
        self.business = business
        self.customer = customer
        self.capabilities = capabilities
        self.locale = locale
        self.intent = intent
        self.group = group
        self.listReplies = listReplies
        self.encodesCapabilities = encodesCapabilities
        self.wire = wire
        self.zone = zone
        self.paysWithApple = paysWithApple
    }

    func check() throws(SimulatorRefusal) {
        guard let customer else { return }
        guard customer.text.hasPrefix("urn:mbid:") else {
            throw .invalid("customer: `\(customer)` does not begin with `urn:mbid:`; leave it out for a new customer")
        }
        try customer.check("customer")
    }
}

/// The current description of a device.
public struct SimulatedDevice: Sendable {
    public let id: DeviceID
    public let kind: DeviceKind
    public let business: BusinessID
    public let customer: CustomerID
    public let capabilities: [Capability]
    public let locale: String?
    public let intent: String?
    public let group: String?
    public let listReplies: ListReplyLayout
    public let encodesCapabilities: Bool
    public let wire: WireHabits
    public let zone: Zone
    public let paysWithApple: Bool
    public let contact: PaymentContact
}

extension SimulatedDevice {
    init(id: DeviceID, customer: CustomerID, _ wanted: DeviceDescription) {
        self.id = id
        self.customer = customer
        kind = wanted.kind
        business = wanted.business
        let able = Set(wanted.capabilities ?? wanted.kind.capabilities)
        capabilities = Capability.allCases.filter(able.contains)
        locale = wanted.locale
        intent = wanted.intent
        group = wanted.group
        listReplies = wanted.listReplies
        encodesCapabilities = wanted.encodesCapabilities ?? wanted.kind.encodesCapabilities
        wire = wanted.wire ?? wanted.kind.habits
        zone = wanted.zone ?? .utc
        paysWithApple = wanted.paysWithApple ?? wanted.kind.paysWithApple
        contact = wanted.contact
    }

    /// The header `capability-list` (Apple, MSP REST API, Common Specifications).
    var capabilityList: String {
        capabilities.map(\.rawValue).joined(separator: encodesCapabilities ? "%2C" : ",")
    }
}
