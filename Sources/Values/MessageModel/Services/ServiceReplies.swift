public import Expressions
public import JSON

/// The result of a sign-in.
public struct SignInReply: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        /// With the provider's claims about the customer, in their declared types.
        case success(Fields)
        /// With the name of the failure.
        case failure(String)
        case cancelled
    }

    /// The request identifier of the question; `nil` when it was not returned.
    public var question: String?
    public var outcome: Outcome

    public init(question: String?, outcome: Outcome) {
        self.question = question
        self.outcome = outcome
    }
}

/// How a payment sheet was closed.
///
/// The payment processor reports this, or the device. The amount paid is the total of the session's own sheet.
public struct PayReply: Sendable, Hashable {
    public enum Outcome: String, Sendable { case paid, declined, cancelled }

    /// The request identifier of the question.
    public var question: String?
    public var outcome: Outcome
    /// The id of the final shipping method; `nil` keeps the one in the sheet.
    public var shipping: String?
    public var contact: PayContact
    /// The payment processor's reference for the payment.
    public var reference: String?
    /// The name of the failure.
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

/// The customer's contact data from a payment sheet.
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

/// The reply of an iMessage app.
public struct AppReply: Sendable, Hashable {
    /// The request identifier of the question; `nil` when it was not returned.
    public var question: String?
    /// The texts in the query of the app's message.
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
