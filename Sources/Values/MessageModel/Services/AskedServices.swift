/// A sign-in request.
public struct AskedSignIn: Sendable, Hashable {
    /// The name of the provider in `Config/services.yaml`.
    public var provider: String
    public var scope: [String]
    /// Additional parameters of the request, in the order written.
    public var extra: [NamedText]
    /// The text before the link, on devices that cannot sign in natively.
    public var linkWords: String
    /// The text before the code that the linked page asks for.
    public var digitsWords: String
    /// Whether devices that can sign in natively also use the page, which asks for a code of six digits.
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

/// A request to open an iMessage app.
public struct AskedApp: Sendable, Hashable {
    /// The name of the app in `Config/services.yaml`.
    public var app: String
    /// The data for the app, in the order written.
    public var data: [NamedText]
    public var isLive: Bool
    /// The address for devices without the app.
    public var web: String?

    public init(app: String, data: [NamedText], isLive: Bool, web: String?) {
        self.app = app
        self.data = data
        self.isLive = isLive
        self.web = web
    }
}

/// A payment request.
public struct AskedPay: Sendable, Hashable {
    /// The contact fields that can be requested.
    public enum ContactField: String, Sendable {
        case name
        case phoneticName = "phonetic_name"
        case email, phone, post
    }

    /// The name of the merchant in `Config/services.yaml`.
    public var merchant: String
    /// The name next to the total.
    public var business: String
    /// The initial payment sheet.
    public var sheet: PaySheet
    public var contact: [ContactField]
    public var billing: [ContactField]
    /// The accepted countries of the payer; empty accepts any.
    public var countries: [String]
    /// The action that recalculates when something changes, and the one that is notified of the completed order.
    public var recalculate: String?
    public var track: String?
    /// The action that gives the address of a page of the business, where devices without a pay sheet pay, and the one
    /// that says how a payment there has ended.
    public var page: String?
    public var poll: String?
    /// The text before the link, on devices that cannot pay natively.
    public var linkWords: String

    public init(
        merchant: String, business: String, sheet: PaySheet, contact: [ContactField], billing: [ContactField],
        countries: [String], recalculate: String?, track: String?, page: String? = nil, poll: String? = nil,
        linkWords: String
    ) {
        self.merchant = merchant
        self.business = business
        self.sheet = sheet
        self.contact = contact
        self.billing = billing
        self.countries = countries
        self.recalculate = recalculate
        self.track = track
        self.page = page
        self.poll = poll
        self.linkWords = linkWords
    }
}

/// A named text.
public struct NamedText: Sendable, Hashable {
    public var name: String
    public var text: String

    public init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}
