import JSON
import Yams

/// A version of YAML, as tools read it.
enum YAMLVersion: CaseIterable {
    /// As PyYAML and Yams.
    case one
    /// As the YAML support of most editors.
    case two

    /// A text as the JSON value that a schema is compared with.
    func json(_ text: String) throws -> JSONValue { try Yams.compose(yaml: text).map(json) ?? .null }

    private func json(_ node: Node) -> JSONValue {
        switch node {
        case .scalar(let scalar): scalar.style == .plain ? typed(scalar.string) : .string(scalar.string)
        case .sequence(let items): .array(items.map(json))
        case .mapping(let entries): .object(JSONObject(entries.map { ($0.key.scalar?.string ?? "", json($0.value)) }))
        case .alias: .null
        }
    }

    /// The value of a text without quotes (YAML 1.1, types; YAML 1.2, core schema).
    private func typed(_ text: String) -> JSONValue {
        let lower = text.lowercased()
        if ["", "~", "null"].contains(lower) { return .null }
        if ["true", "false"].contains(lower) { return .bool(lower == "true") }
        if self == .one, ["yes", "no", "on", "off"].contains(lower) { return .bool(lower == "yes" || lower == "on") }
        if text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/) != nil {
            return (try? JSONValue(parsing: text)) ?? .string(text)
        }
        if self == .one, text.wholeMatch(of: /[0-9]+(:[0-5]?[0-9])+/) != nil { return 0 }
        return .string(text)
    }
}
