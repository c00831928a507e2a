public import Expressions

/// An identity provider of OAuth 2 or OpenID Connect.
public struct SignInProvider: Sendable, Hashable {
    public var name: String
    /// The discovery address, which returns the others (OpenID Connect Discovery); `nil` when they are configured.
    public var discovery: String?
    public var authorize: String?
    public var token: String?
    /// The userinfo endpoint, when it is not discovered.
    public var userinfo: String?
    /// The client id that the provider has assigned to us.
    public var client: String
    public var secret: KeptSecret?
    /// The default scopes, which a step may override.
    public var scope: [String]
    /// Whether every customer signs in on a page that asks for a code which only the conversation shows.
    public var asksCode = false
    /// The claims about a customer.
    public var claims: [ValueType.RecordField]

    public init(name: String) {
        self.name = name
        client = ""
        scope = []
        claims = []
    }

    /// The type of the name of the step that signs in: all claims, and after a failure its reason.
    public var answerType: ValueType { .record(claims.withProblem) }
}

/// The payee of a payment sheet.
public struct Merchant: Sendable, Hashable {
    public var name: String
    /// As registered with Apple: `merchant.example.shop`.
    public var identifier: String
    /// The name for the merchant session; the bot's `business` by default.
    public var displayName: String?
    /// The domain that is registered for the merchant.
    public var domain: String?
    /// Two letters of ISO 3166.
    public var country: String
    public var networks: [String]
    public var capabilities: [String]
    public var certificate: KeptSecret?
    public var key: KeptSecret?
    /// The base address of Apple's gateway for merchant sessions.
    public var gateway: String
    /// The action that takes the payment.
    public var processor: String?

    public static let usualGateway = "https://apple-pay-gateway.apple.com"

    public init(name: String) {
        self.name = name
        identifier = ""
        country = ""
        networks = []
        capabilities = ["supports3DS"]
        gateway = Self.usualGateway
    }
}

/// An iMessage app that a question can open.
public struct MessageApp: Sendable, Hashable {
    public var name: String
    /// The full bundle id of its message extension.
    public var bid: String
    /// The id in the App Store.
    public var appID: String
    /// The title for the customer.
    public var title: String
    /// A picture in `Flows/images`.
    public var icon: String?
    /// The address for devices without the app.
    public var web: String?
    /// The fields of its answer.
    public var gives: [ValueType.RecordField]

    public init(name: String) {
        self.name = name
        bid = ""
        appID = ""
        title = name
        gives = []
    }
}

/// A card of a custom type.
public struct CustomCard: Sendable {
    public var name: String
    /// The MIME type of its part.
    public var type: String
    public var takes: [ValueType.RecordField]
    /// The text for devices that do not know the type, with the inputs as names; `nil` sends nothing there.
    public var apple: Template?

    public init(name: String) {
        self.name = name
        type = ""
        takes = []
    }
}

/// The location of a secret, which must not be in a file of the project.
public enum KeptSecret: Sendable, Hashable {
    /// A setting: `shop_client` is the environment variable `USHER_SECRET_SHOP_CLIENT`, or the file that
    /// `USHER_SECRET_SHOP_CLIENT_FILE` names.
    case setting(String)
    /// A file, by its path.
    case file(String)
}

extension [ValueType.RecordField] {
    /// With the name of the failure, which is present only after a failure.
    var withProblem: [ValueType.RecordField] {
        filter { $0.name != "problem" } + [ValueType.RecordField("problem", .text, isOptional: true)]
    }
}
