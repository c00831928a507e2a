public import Channels
public import Expressions
public import JSON
public import MessageModel

/// A sign-in requested from a customer, with everything needed when the customer returns from the provider.
public struct PendingSignIn: Sendable, Hashable {
    /// How the customer gets to the provider.
    public enum Way: String, Sendable {
        /// Through the device's own sign-in: Apple's authentication message.
        case device
        /// Through a link in a message; it leads to one of our pages, and from there to a browser sign-in.
        case link
        /// In a browser that has opened the link.
        case browser
    }

    public var way: Way
    public var conversation: ConversationKey
    /// The request identifier of the question.
    public var question: String
    public var asked: AskedSignIn
    /// The address to which the provider redirects the customer.
    public var redirect: String
    /// Binds the code to this request (RFC 7636); `nil` when the provider does not support PKCE.
    public var verifier: String?
    /// Binds the ID token to this request (OpenID Connect Core, section 3.1.2.1).
    public var nonce: String
    /// Identifies the browser, by the hash of its cookie value; that of a link is the one in which its digits were
    /// entered.
    public var browser: String?
    /// The digits that only the chat displays and the link's page asks for.
    public var digits: String?
    /// The result that the customer was shown, in the words of the service; `nil` while there is none.
    public var result: String?
    public var expires: Moment

    public init(
        way: Way, conversation: ConversationKey, question: String, asked: AskedSignIn, redirect: String,
        verifier: String?, nonce: String, expires: Moment
    ) {
        self.way = way
        self.conversation = conversation
        self.question = question
        self.asked = asked
        self.redirect = redirect
        self.verifier = verifier
        self.nonce = nonce
        self.expires = expires
    }
}

extension PendingSignIn {
    /// All of it except the customer and the expiry, which a store keeps separately.
    public var request: JSONValue {
        var object: JSONObject = [
            "asked": asked.json, "redirect": .string(redirect), "nonce": .string(nonce),
        ]
        object.set("verifier", verifier.map { .string($0) })
        object.set("browser", browser.map { .string($0) })
        object.set("digits", digits.map { .string($0) })
        object.set("result", result.map { .string($0) })
        return .object(object)
    }

    public init(
        request: JSONValue, way: Way, conversation: ConversationKey, question: String, expires: Moment
    ) throws(JSONError) {
        self.init(
            way: way, conversation: conversation, question: question,
            asked: try AskedSignIn(json: try request.required("asked")), redirect: try request.string("redirect"),
            verifier: request["verifier"]?.string, nonce: try request.string("nonce"),
            expires: expires)
        browser = request["browser"]?.string
        digits = request["digits"]?.string
        result = request["result"]?.string
    }
}
