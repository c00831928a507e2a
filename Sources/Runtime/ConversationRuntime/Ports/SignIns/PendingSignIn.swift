public import Channels
public import Expressions
public import JSON
public import MessageModel

/// A sign-in that a customer was asked for, with all that is needed when they come back from the provider.
public struct PendingSignIn: Sendable, Hashable {
    /// How the customer goes to the provider.
    public enum Way: String, Sendable {
        /// Through the device's own sign-in: Apple's authentication message.
        case device
        /// A link that was sent; it leads to a page of ours, and from there a browser goes on.
        case link
        /// A browser that has opened the link.
        case browser
    }

    public var way: Way
    public var conversation: ConversationKey
    /// The request identifier of the question.
    public var question: String
    public var asked: AskedSignIn
    /// The address to which the provider sends the customer back.
    public var redirect: String
    /// Binds the code to this request (RFC 7636); `nil` when the provider takes no PKCE.
    public var verifier: String?
    /// Binds the ID token to this request (OpenID Connect Core, section 3.1.2.1).
    public var nonce: String
    /// Which browser it is, by the hash of what was put into its cookie.
    public var browser: String?
    /// What only the chat shows and the page of a link asks for.
    public var digits: String?
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
    /// All of it but whose it is and when it ends, which a store keeps beside it.
    public var request: JSONValue {
        var object: JSONObject = [
            "asked": asked.json, "redirect": .string(redirect), "nonce": .string(nonce),
        ]
        object.set("verifier", verifier.map { .string($0) })
        object.set("browser", browser.map { .string($0) })
        object.set("digits", digits.map { .string($0) })
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
    }
}
