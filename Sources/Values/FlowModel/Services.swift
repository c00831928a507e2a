public import Expressions

/// Where customers sign in: an identity provider of OAuth 2 or OpenID Connect.
public struct SignInProvider: Sendable, Hashable {
    public var name: String
    /// The address that tells the others (OpenID Connect Discovery); `nil` when they are written.
    public var discovery: String?
    public var authorize: String?
    public var token: String?
    /// Where the provider tells about a customer, when it is not discovered.
    public var userinfo: String?
    /// The id under which the provider knows us.
    public var client: String
    public var secret: KeptSecret?
    /// What is asked for unless a step says otherwise.
    public var scope: [String]
    /// Whether everybody signs in through a page that asks for a code which only the conversation shows.
    public var asksCode = false
    /// What the provider tells about a customer.
    public var claims: [ValueType.RecordField]

    public init(name: String) {
        self.name = name
        client = ""
        scope = []
        claims = []
    }

    /// What a flow finds under the name of the step that signs in: all claims, and after a failure why it failed.
    public var answerType: ValueType { .record(claims.withProblem) }
}

/// Who is paid on a pay sheet.
public struct Merchant: Sendable, Hashable {
    public var name: String
    /// As registered with Apple: `merchant.example.shop`.
    public var identifier: String
    /// The name for the merchant session; the bot's `business` when it is not written.
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
    /// The whole id of its message extension.
    public var bid: String
    /// In the App Store.
    public var appID: String
    /// As the customer reads it.
    public var title: String
    /// A picture in `Flows/images`.
    public var icon: String?
    /// Where devices without the app go.
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

/// A card of a type that is ours.
public struct CustomCard: Sendable {
    public var name: String
    /// The MIME type of its part.
    public var type: String
    public var takes: [ValueType.RecordField]
    /// What goes out where the type is unknown, with its inputs as names; `nil` sends nothing there.
    public var apple: Template?

    public init(name: String) {
        self.name = name
        type = ""
        takes = []
    }
}

/// Where something is kept that may not stand in a file of the project.
public enum KeptSecret: Sendable, Hashable {
    /// A setting: `shop_client` is `USHER_SECRET_SHOP_CLIENT` of the environment, or the file that
    /// `USHER_SECRET_SHOP_CLIENT_FILE` names.
    case setting(String)
    /// A file, by its path.
    case file(String)
}

extension [ValueType.RecordField] {
    /// With the name of what went wrong, which is there only after a failure.
    var withProblem: [ValueType.RecordField] {
        filter { $0.name != "problem" } + [ValueType.RecordField("problem", .text, isOptional: true)]
    }
}
