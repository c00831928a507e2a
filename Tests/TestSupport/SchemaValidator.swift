public import JSON

/// Validates a value against a JSON Schema (json-schema.org), as far as our schemas and our OpenAPI document use it; a keyword that it
/// does not know is a fault of the schema.
public struct SchemaValidator: Sendable {
    private let root: JSONValue

    /// - Parameter root: the schema, or the document with the schemas that it refers to.
    public init(_ root: JSONValue) { self.root = root }

    /// The faults of a value: where they are, and what is wrong.
    public func faults(of value: JSONValue) -> [String] { faults(of: value, root, "") }

    /// The faults of a value by a schema inside the document.
    public func faults(of value: JSONValue, by schema: JSONValue) -> [String] { faults(of: value, schema, "") }

    private func faults(of value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
        if schema == true { return [] }
        guard let keywords = schema.object else { return ["\(path): nothing may be here"] }
        if let reference = schema["$ref"]?.string { return faults(of: value, target(reference), path) }
        return keywords.flatMap { faults(of: value, $0.key, $0.value, in: schema, path) }
    }

    private func target(_ reference: String) -> JSONValue {
        reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? false }
    }

    private func faults(
        of value: JSONValue, _ keyword: String, _ rule: JSONValue, in schema: JSONValue, _ path: String
    ) -> [String] {
        switch keyword {
        case "type":
            let types = (rule.array ?? [rule]).compactMap(\.string)
            return types.contains { has(value, $0) } ? [] : ["\(path): no \(types.joined(separator: " or "))"]
        case "const": return value == rule ? [] : ["\(path): not \(rule.text)"]
        case "minLength", "maxLength":
            guard let length = value.string?.count, let limit = rule.int else { return [] }
            let isInside = keyword == "minLength" ? length >= limit : length <= limit
            return isInside ? [] : ["\(path): \(keyword) is \(limit)"]
        case "enum": return rule.array?.contains(value) == true ? [] : ["\(path): not one of the words"]
        case "pattern":
            guard let text = value.string, let pattern = rule.string else { return [] }
            guard let regex = try? Regex(pattern) else { return ["\(path): a bad pattern, \(pattern)"] }
            return (try? regex.firstMatch(in: text)) ?? nil == nil ? ["\(path): does not match \(pattern)"] : []
        case "minimum", "maximum":
            guard let number = value.number?.double, let limit = rule.number?.double else { return [] }
            let isInside = keyword == "minimum" ? number >= limit : number <= limit
            return isInside ? [] : ["\(path): \(keyword) is \(limit)"]
        case "anyOf":
            let found = (rule.array ?? []).map { faults(of: value, $0, path) }
            return found.contains { $0.isEmpty } ? [] : ["\(path): none of \(found.count)"] + (found.flatMap { $0 })
        case "allOf": return (rule.array ?? []).flatMap { faults(of: value, $0, path) }
        case "items":
            return (value.array ?? []).enumerated().flatMap { faults(of: $1, rule, "\(path)[\($0)]") }
        case "properties":
            return (value.object?.keys ?? []).flatMap { key -> [String] in
                guard let below = rule[key], let item = value[key] else { return [] }
                return faults(of: item, below, "\(path).\(key)")
            }
        case "additionalProperties":
            return (value.object?.keys ?? []).filter { schema["properties"]?[$0] == nil }.flatMap { key in
                faults(of: value[key] ?? .null, rule, "\(path).\(key)")
            }
        case "required":
            guard let object = value.object else { return [] }
            return (rule.array ?? []).compactMap(\.string).filter { object[$0] == nil }.map { "\(path): no \($0)" }
        case "dependencies":
            guard let object = value.object else { return [] }
            return object.keys.flatMap { key -> [String] in
                guard let needed = rule[key] else { return [] }
                let needs = needed.array == nil ? needed : ["required": needed]
                return faults(of: value, needs, path).map { "\($0), which \(key) goes with" }
            }
        case "propertyNames", "format", "title", "description", "examples", "default", "definitions", "$schema":
            return []
        default: return ["\(path): a keyword that is not known, \(keyword)"]
        }
    }

    private func has(_ value: JSONValue, _ type: String) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "boolean": value.bool != nil
        case "null": value.isNull
        case "number": value.number != nil
        case "integer": value.number?.double.map { $0 == $0.rounded() } ?? false
        default: false
        }
    }
}
