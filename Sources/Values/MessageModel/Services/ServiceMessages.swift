public import JSON

/// Asks a customer to sign in: Apple's authentication message.
public struct SignInMessage: Sendable, Hashable {
    public var question: String
    public var bubble: MessageBubble
    public var signIn: AskedSignIn

    public init(question: String, bubble: MessageBubble, signIn: AskedSignIn) {
        self.question = question
        self.bubble = bubble
        self.signIn = signIn
    }
}

/// Asks a customer to pay: Apple Pay in a message.
public struct PayMessage: Sendable, Hashable {
    public var question: String
    public var bubble: MessageBubble
    public var pay: AskedPay

    public init(question: String, bubble: MessageBubble, pay: AskedPay) {
        self.question = question
        self.bubble = bubble
        self.pay = pay
    }
}

/// Opens an iMessage app.
public struct AppMessage: Sendable, Hashable {
    public var question: String
    public var bubble: MessageBubble
    public var app: AskedApp

    public init(question: String, bubble: MessageBubble, app: AskedApp) {
        self.question = question
        self.bubble = bubble
        self.app = app
    }
}

/// The message for a device that cannot show something natively: a text, and the address of a page that can.
public struct LinkMessage: Sendable, Hashable {
    public indirect enum Target: Sendable, Hashable {
        /// The sign-in page; the channel creates its address.
        case signIn(AskedSignIn)
        /// The payment page for the question; the channel creates its address.
        case pay(AskedPay)
        case address(String)
    }

    public var question: String
    /// The text before the address; empty where the address needs none.
    public var words: String
    public var target: Target

    public init(question: String, words: String, target: Target) {
        self.question = question
        self.words = words
        self.target = target
    }
}

extension LinkMessage {
    /// The text to show: the text before the address and, unless the page is one of our own, the address itself.
    public var shown: String {
        guard case .address(let address) = target else { return words }
        return words.isEmpty ? address : "\(words) \(address)"
    }
}

extension SignInMessage: JSONRepresentable {
    public var json: JSONValue { ["question": .string(question), "bubble": bubble.json, "asked": signIn.json] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), bubble: try MessageBubble(json: try json.required("bubble")),
            signIn: try AskedSignIn(json: try json.required("asked")))
    }
}

extension PayMessage: JSONRepresentable {
    public var json: JSONValue { ["question": .string(question), "bubble": bubble.json, "asked": pay.json] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), bubble: try MessageBubble(json: try json.required("bubble")),
            pay: try AskedPay(json: try json.required("asked")))
    }
}

extension AppMessage: JSONRepresentable {
    public var json: JSONValue { ["question": .string(question), "bubble": bubble.json, "asked": app.json] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), bubble: try MessageBubble(json: try json.required("bubble")),
            app: try AskedApp(json: try json.required("asked")))
    }
}

extension LinkMessage: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["question": .string(question), "words": .string(words)]
        switch target {
        case .signIn(let asked): object["sign_in"] = asked.json
        case .pay(let asked): object["pay"] = asked.json
        case .address(let address): object["address"] = .string(address)
        }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        let target: Target
        if let asked = json["sign_in"] {
            target = .signIn(try AskedSignIn(json: asked))
        } else if let asked = json["pay"] {
            target = .pay(try AskedPay(json: asked))
        } else {
            target = .address(try json.string("address"))
        }
        self.init(question: try json.string("question"), words: try json.string("words"), target: target)
    }
}
