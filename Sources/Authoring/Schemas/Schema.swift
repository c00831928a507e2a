public import JSON

/// A JSON Schema (draft-07), or a part of one.
public struct Schema: Sendable {
    public private(set) var json: JSONValue

    public init(_ members: KeyValuePairs<String, JSONValue>) { json = .object(JSONObject(members.map { ($0, $1) })) }

    /// A schema that any value satisfies.
    public static let anything = Schema([:])

    /// A scalar of one of these types.
    public static func of(_ types: String...) -> Schema {
        Schema(["type": types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })])
    }

    /// A text that matches a pattern.
    public static func text(_ pattern: String? = nil, such examples: String...) -> Schema {
        Schema.of("string").with("pattern", pattern.map { .string($0) }).with(examples: examples)
    }

    /// A text that our reader takes as it is, whatever type YAML would give it.
    public static func scalar(such examples: [String] = []) -> Schema {
        Schema.of("string", "number", "boolean").with(examples: examples)
    }

    /// `1 hour and 30 minutes`.
    public static let duration: Schema = {
        let one = #"[0-9]+(\.[0-9]+)? (second|minute|hour|day|week)s?"#
        return text("^\(one)( and \(one))*$", such: "10 minutes", "1 hour and 30 minutes")
    }()

    /// One of these words.
    public static func oneOf(_ words: [String]) -> Schema { Schema(["enum": .array(words.map { .string($0) })]) }

    /// `yes` or `no`, which YAML 1.1 reads as Booleans and YAML 1.2 as texts.
    public static let yesNo = Schema(["enum": ["yes", "no", true, false]])

    /// A number between two limits, also in quotes.
    public static func number(isWhole: Bool = false, from least: Int? = nil, to most: Int? = nil) -> Schema {
        .anyOf([
            Schema.of(isWhole ? "integer" : "number")
                .with("minimum", least.map { .int($0) }).with("maximum", most.map { .int($0) }),
            .text(isWhole ? "^-?[0-9]+$" : #"^-?[0-9]+(\.[0-9]+)?$"#),
        ])
    }

    /// A value that satisfies at least one of several schemas.
    public static func anyOf(_ parts: [Schema]) -> Schema {
        parts.count == 1 ? parts[0] : Schema(["anyOf": .array(parts.map(\.json))])
    }

    public static func list(of items: Schema) -> Schema { Schema(["type": "array", "items": items.json]) }

    /// What stands under a name in `definitions`.
    static func reference(to definition: String) -> Schema {
        Schema(["$ref": .string("#/definitions/\(definition)")])
    }

    /// The same schema with one more member, unless its value is `nil`.
    func with(_ key: String, _ value: JSONValue?) -> Schema {
        guard let value, case .object(var members) = json else { return self }
        var copy = self
        members[key] = value
        copy.json = .object(members)
        return copy
    }

    func with(examples: [String]) -> Schema {
        with("examples", examples.isEmpty ? nil : .array(examples.map { .string($0) }))
    }

    /// The same schema with a description, and a default if there is one.
    ///
    /// Beside `$ref` draft-07 ignores all other members, so a reference goes below `allOf`.
    public func described(_ about: String, default standard: JSONValue? = nil) -> Schema {
        let isReference = json["$ref"] != nil
        let schema = isReference ? Schema(["allOf": [json]]) : self
        return Schema(["description": .string(about)]).with("default", standard).merging(schema)
    }

    /// The same schema with the members of another.
    func merging(_ other: Schema) -> Schema {
        (other.json.object ?? JSONObject()).reduce(into: self) { $0 = $0.with($1.key, $1.value) }
    }

    /// The schema of a whole file.
    public func ofFile(title: String, _ about: String, definitions: [(String, Schema)] = []) -> Schema {
        let head = Schema([
            "$schema": "http://json-schema.org/draft-07/schema#", "title": .string(title),
            "description": .string(about),
        ])
        let below = JSONObject(definitions.map { ($0.0, $0.1.json) })
        return head.merging(self).with("title", .string(title)).with(
            "definitions", below.isEmpty ? nil : .object(below))
    }
}

extension Schema {
    /// A block with these keys and no others, unless a schema for others is given.
    public static func block(
        _ keys: [(name: String, schema: Schema)], required: [String] = [], others: Schema? = nil
    ) -> Schema {
        var schema = Schema.of("object")
        if !keys.isEmpty {
            schema = schema.with("properties", .object(JSONObject(keys.map { ($0.name, $0.schema.json) })))
        }
        if !required.isEmpty { schema = schema.with("required", .array(required.map { .string($0) })) }
        return schema.with("additionalProperties", others?.json ?? false)
    }
}
