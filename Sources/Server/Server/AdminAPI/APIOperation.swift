import JSON
import Schemas

/// What a route of the admin API takes and returns, for its OpenAPI document.
struct APIOperation: Sendable {
    /// What it does, in one line.
    let summary: String
    private var parameters: [APIParameter] = []
    private var body: (content: APIContent, isRequired: Bool)?
    private var responses: [(status: Int, about: String, content: APIContent?)] = []

    init(_ summary: String) { self.summary = summary }

    /// The operation with parameters of the query.
    func query(_ parameters: APIParameter...) -> APIOperation {
        var copy = self
        copy.parameters += parameters
        return copy
    }

    /// The operation with a required header.
    func header(_ name: String, _ schema: Schema, _ about: String) -> APIOperation {
        var copy = self
        copy.parameters.append(APIParameter(name, schema, about, in: .header))
        return copy
    }

    /// The operation with a JSON body.
    func takes(_ schema: Schema, isRequired: Bool = true) -> APIOperation {
        var copy = self
        copy.body = ([("application/json", schema)], isRequired)
        return copy
    }

    /// The operation with a body of one of several types.
    func takes(_ content: APIContent) -> APIOperation {
        var copy = self
        copy.body = (content, true)
        return copy
    }

    /// The operation with a response that has a JSON body.
    func returns(_ schema: Schema, _ about: String, status: Int = 200) -> APIOperation {
        returns([("application/json", schema)], about, status: status)
    }

    /// The operation with a response whose body has one of several types.
    func returns(_ content: APIContent, _ about: String, status: Int = 200) -> APIOperation {
        var copy = self
        copy.responses.append((status, about, content))
        return copy
    }

    /// The operation with refusals, by status.
    func refuses(_ refusals: KeyValuePairs<Int, String>) -> APIOperation {
        refusals.reduce(self) { $0.returns(.component("Refusal"), $1.value, status: $1.key) }
    }

    /// - Parameters:
    ///   - path: the parameters of the path.
    ///   - right: the right that it needs; `nil` for a route that is open to all.
    func json(id: String, tag: String, path: [APIParameter], right: String?) -> JSONValue {
        var object: JSONObject = [
            "operationId": .string(id), "summary": .string(summary), "tags": [.string(tag)],
        ]
        let all = path + parameters
        if !all.isEmpty { object["parameters"] = .array(all.map(\.json)) }
        if let body {
            object["requestBody"] = [
                "required": .bool(body.isRequired), "content": Self.json(body.content),
            ]
        }
        var known = responses
        if let right {
            object["description"] = .string("Needs the right `\(right)`.")
            let refusal: APIContent = [("application/json", .component("Refusal"))]
            if !known.contains(where: { $0.status == 400 }) {
                known.append((400, "The address contains the character U+0000.", refusal))
            }
            known.append((401, "The token is missing, invalid or expired.", refusal))
            known.append((403, "The token lacks a right, which is named.", refusal))
            known.append((429, "Too many requests come from this address.", refusal))
            known.append(
                (
                    503,
                    "The database cannot be used at present. The reason says whether the request may have taken effect.",
                    refusal
                ))
        } else {
            object["security"] = []
        }
        object["responses"] = .object(
            JSONObject(known.sorted { $0.status < $1.status }.map { ("\($0.status)", Self.json($0.about, $0.content)) })
        )
        return .object(object)
    }

    private static func json(_ about: String, _ content: APIContent?) -> JSONValue {
        var object: JSONObject = ["description": .string(about)]
        if let content { object["content"] = json(content) }
        return .object(object)
    }

    private static func json(_ content: APIContent) -> JSONValue {
        .object(JSONObject(content.map { ($0.type, ["schema": $0.schema.json]) }))
    }
}

/// The types of a body, each with its schema.
typealias APIContent = [(type: String, schema: Schema)]

/// A parameter of a route.
struct APIParameter: Sendable {
    enum Place: String, Sendable { case path, query, header }

    let name: String
    private let schema: Schema
    private let about: String
    private let place: Place
    private let isRequired: Bool

    /// - Parameter isRequired: whether a parameter of the query may not be missing; all others may not.
    init(_ name: String, _ schema: Schema, _ about: String, in place: Place = .query, isRequired: Bool = false) {
        self.isRequired = isRequired || place != .query
        self.name = name
        self.schema = schema
        self.about = about
        self.place = place
    }

    var json: JSONValue {
        [
            "name": .string(name), "in": .string(place.rawValue), "required": .bool(isRequired),
            "description": .string(about), "schema": schema.json,
        ]
    }
}

extension Schema {
    /// A schema of the document's components.
    static func component(_ name: String) -> Schema { Schema(["$ref": .string("#/components/schemas/\(name)")]) }

    static let string = Schema.of("string")
    static let integer = Schema.of("integer")
    static let boolean = Schema.of("boolean")
    /// A time in ISO 8601.
    static let moment = Schema(["type": "string", "format": "date-time"])

    /// A text with at least one character.
    static let word = Schema(["type": "string", "minLength": 1])

    /// A whole number between two limits.
    static func count(_ least: Int, _ most: Int? = nil) -> Schema {
        guard let most else { return Schema(["type": "integer", "minimum": .int(least)]) }
        return Schema(["type": "integer", "minimum": .int(least), "maximum": .int(most)])
    }

    /// The value, or `null`.
    var orNull: Schema { .anyOf([self, .of("null")]) }

    /// An object with exactly these members.
    ///
    /// - Parameter others: members that may be missing.
    static func object(
        _ members: KeyValuePairs<String, Schema>, others: KeyValuePairs<String, Schema> = [:]
    ) -> Schema {
        block(
            members.map { (name: $0.key, schema: $0.value) } + others.map { (name: $0.key, schema: $0.value) },
            required: members.map(\.key))
    }

    /// An object whose members have any name.
    static func map(of values: Schema) -> Schema { block([], others: values) }
}
