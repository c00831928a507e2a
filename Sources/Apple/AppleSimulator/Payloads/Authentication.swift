import Foundation
import JSON

/// Asks the customer to sign in, through the device's own window.
///
/// Source: Apple, Interactive Message Types, "New Authentication Message". The key is `authenticate`; the provider is
/// defined in the business's registration, not here.
public struct Authentication: CheckedFeature, Equatable {
    public let scope: [String]
    public let state: String
    public let redirectURI: String
    /// Further parameters of the address, as a query.
    public let additionalParameters: String?

    public static let key = "authenticate"
    public static let misspellings = ["authentication", "auth", "oauth2", "Authenticate"]
    public static let capability: Capability? = .authentication2
    public static let kind = "authentication"
    public static let hasBubbleTexts = true

    private static let known: Set<String> = [
        "responseType", "scope", "state", "redirectURI", "additionalParameters",
    ]
    private static let misspelt = [
        "redirectUri": "redirectURI", "redirect_uri": "redirectURI", "response_type": "responseType",
        "scopes": "scope", "additional_parameters": "additionalParameters",
    ]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let outer = try Fields(value, known: ["oauth2"], misspelt: ["OAuth2": "oauth2", "oauth": "oauth2"])
        let fields = try outer.required("oauth2") { value throws(ValidationError) in
            if value["responseEncryptionKey"] != nil || value["clientSecret"] != nil {
                throw ValidationError(
                    "this is the old authentication, of version 1.0; the new one has neither key nor secret")
            }
            return try Fields(value, known: Self.known, misspelt: Self.misspelt)
        }
        let parts = try within("oauth2") { () throws(ValidationError) in
            guard try fields.text("responseType") == "code" else {
                throw ValidationError("responseType", "the response type is `code`")
            }
            return (
                try fields.list("scope") { value throws(ValidationError) in
                    try value.text(limit: nil, mayBeEmpty: false)
                },
                try fields.text("state"), try Self.redirect(in: fields), try fields.optionalText("additionalParameters")
            )
        }
        (scope, state, redirectURI, additionalParameters) = parts
    }

    private static func redirect(in fields: Fields) throws(ValidationError) -> String {
        let text = try fields.text("redirectURI")
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw ValidationError("redirectURI", "`\(text)` is not a web address")
        }
        return text
    }

    static func isAuthentication(_ feature: any InteractiveFeature) -> Bool { feature is Authentication }
}

extension GatewayMessage {
    /// Checks the path: sign-ins are posted to a path of their own, and nothing else is posted there.
    func check(isAuthentication: Bool) throws(ValidationError) {
        var isOne = false
        if case .interactive(let message) = content { isOne = message.feature is Authentication }
        guard isOne == isAuthentication else {
            throw ValidationError(
                "interactiveData.data.authenticate",
                isOne ? "authentication messages are posted to `/authenticate`" : "only these go to `/authenticate`")
        }
    }
}
