/// A sign-in as it was asked for.
public struct AskedSignIn: Sendable, Hashable {
    /// The name of the provider in `Config/services.yaml`.
    public var provider: String
    public var scope: [String]
    /// Further parameters of the request, in the order written.
    public var extra: [NamedText]
    /// What stands before the link on devices that cannot sign in themselves.
    public var linkWords: String
    /// What stands before the digits for which the page of the link asks.
    public var digitsWords: String
    /// Whether also devices that can sign in themselves go through the page, which asks for a code of six digits.
    public var asksCode: Bool

    public init(
        provider: String, scope: [String], extra: [NamedText], linkWords: String, digitsWords: String,
        asksCode: Bool = false
    ) {
        self.provider = provider
        self.scope = scope
        self.extra = extra
        self.linkWords = linkWords
        self.digitsWords = digitsWords
        self.asksCode = asksCode
    }
}

/// An iMessage app as it was opened.
public struct AskedApp: Sendable, Hashable {
    /// The name of the app in `Config/services.yaml`.
    public var app: String
    /// What the app is told, in the order written.
    public var data: [NamedText]
    public var isLive: Bool
    /// Where devices without the app go.
    public var web: String?

    public init(app: String, data: [NamedText], isLive: Bool, web: String?) {
        self.app = app
        self.data = data
        self.isLive = isLive
        self.web = web
    }
}

/// A payment as it was asked for.
public struct AskedPay: Sendable, Hashable {
    /// What can be asked about the customer.
    public enum ContactField: String, Sendable {
        case name
        case phoneticName = "phonetic_name"
        case email, phone, post
    }

    /// The name of the merchant in `Config/services.yaml`.
    public var merchant: String
    /// The name beside the total.
    public var business: String
    /// As it is first shown.
    public var sheet: PaySheet
    public var contact: [ContactField]
    public var billing: [ContactField]
    /// Countries from which is paid; none is any.
    public var countries: [String]
    /// The action that reckons anew when something changes, and the one that is told of the finished order.
    public var recalculate: String?
    public var track: String?
    /// What stands before the link on devices that cannot pay themselves.
    public var linkWords: String

    public init(
        merchant: String, business: String, sheet: PaySheet, contact: [ContactField], billing: [ContactField],
        countries: [String], recalculate: String?, track: String?, linkWords: String
    ) {
        self.merchant = merchant
        self.business = business
        self.sheet = sheet
        self.contact = contact
        self.billing = billing
        self.countries = countries
        self.recalculate = recalculate
        self.track = track
        self.linkWords = linkWords
    }
}

/// A text under a name.
public struct NamedText: Sendable, Hashable {
    public var name: String
    public var text: String

    public init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}
