public import Expressions
public import JSON

/// What came of signing in.
public struct SignInReply: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        /// With what the provider tells about the customer, in the types that it declares.
        case success(Fields)
        /// With the name of what went wrong.
        case failure(String)
        case cancelled
    }

    /// The request identifier of the question; `nil` when it did not come back.
    public var question: String?
    public var outcome: Outcome

    public init(question: String?, outcome: Outcome) {
        self.question = question
        self.outcome = outcome
    }
}

/// How a pay sheet was closed.
///
/// It is told by whoever has taken the money, or by the device. What was paid is what the session's own sheet adds up to.
public struct PayReply: Sendable, Hashable {
    public enum Outcome: String, Sendable { case paid, declined, cancelled }

    /// The request identifier of the question.
    public var question: String?
    public var outcome: Outcome
    /// The id of the way of shipping that was chosen in the end; `nil` leaves the one that the sheet knows.
    public var shipping: String?
    public var contact: PayContact
    /// How the payment is known to whoever took it.
    public var reference: String?
    /// The name of what went wrong.
    public var problem: String?

    public init(
        question: String?, outcome: Outcome, shipping: String? = nil, contact: PayContact = PayContact(),
        reference: String? = nil, problem: String? = nil
    ) {
        self.question = question
        self.outcome = outcome
        self.shipping = shipping
        self.contact = contact
        self.reference = reference
        self.problem = problem
    }
}

/// What a customer told of themselves on a pay sheet.
public struct PayContact: Sendable, Hashable {
    public var name: String?
    public var phoneticName: String?
    public var email: String?
    public var phone: String?
    public var address: PlaceValue?

    public init(
        name: String? = nil, phoneticName: String? = nil, email: String? = nil, phone: String? = nil,
        address: PlaceValue? = nil
    ) {
        self.name = name
        self.phoneticName = phoneticName
        self.email = email
        self.phone = phone
        self.address = address
    }
}

/// What an iMessage app has answered.
public struct AppReply: Sendable, Hashable {
    /// The request identifier of the question; `nil` when it did not come back.
    public var question: String?
    /// Words, as they stand in the query of the app's message.
    public var fields: [String: String]

    public init(question: String?, fields: [String: String]) {
        self.question = question
        self.fields = fields
    }
}

extension SignInReply: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("question", question.map { .string($0) })
        switch outcome {
        case .success(let claims): object["claims"] = claims.json
        case .failure(let problem): object["problem"] = .string(problem)
        case .cancelled: object["cancelled"] = true
        }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        let outcome: Outcome
        if let claims = json["claims"] {
            outcome = .success(try Fields(json: claims))
        } else if let problem = json["problem"]?.string {
            outcome = .failure(problem)
        } else {
            outcome = .cancelled
        }
        self.init(question: json["question"]?.string, outcome: outcome)
    }
}

extension PayReply: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["outcome": .string(outcome.rawValue)]
        object.set("question", question.map { .string($0) })
        object.set("shipping", shipping.map { .string($0) })
        if contact != PayContact() { object["contact"] = contact.json }
        object.set("reference", reference.map { .string($0) })
        object.set("problem", problem.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let outcome = Outcome(rawValue: try json.string("outcome")) else { throw JSONError("no such outcome") }
        self.init(
            question: json["question"]?.string, outcome: outcome, shipping: json["shipping"]?.string,
            contact: try json.optional("contact") ?? PayContact(), reference: json["reference"]?.string,
            problem: json["problem"]?.string)
    }
}

extension PayContact: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("name", name.map { .string($0) })
        object.set("phonetic_name", phoneticName.map { .string($0) })
        object.set("email", email.map { .string($0) })
        object.set("phone", phone.map { .string($0) })
        object.set("address", address?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            name: json["name"]?.string, phoneticName: json["phonetic_name"]?.string, email: json["email"]?.string,
            phone: json["phone"]?.string, address: try json.optional("address"))
    }
}

extension AppReply: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("question", question.map { .string($0) })
        object["fields"] = .object(JSONObject(fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        var fields: [String: String] = [:]
        for (name, value) in try json.required("fields").object ?? [:] { fields[name] = value.string }
        self.init(question: json["question"]?.string, fields: fields)
    }
}
