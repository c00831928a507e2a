public import Expressions
public import FlowModel
public import JSON

extension OutsideEvent {
    /// Reads the values of an event as bot.yaml declares them: in the form of the results of actions.
    ///
    /// - Parameters:
    ///   - values: an object; `nil` for an event without values.
    ///   - zone: the zone of times.
    public init(
        _ declaration: EventDeclaration, values: JSONValue?, in zone: Zone
    ) throws(EventMistake) {
        self.init(name: declaration.name)
        let values = values ?? .object(JSONObject())
        guard let given = values.object else { throw EventMistake("`values` must be an object") }
        let known = declaration.fields.map(\.name)
        for (name, _) in given where !known.contains(name) {
            let fields =
                known.isEmpty ? "it has none" : "its fields are \(known.map { "`\($0)`" }.joined(separator: ", "))"
            throw EventMistake("`\(declaration.name)` has no field `\(name)`; \(fields)")
        }
        for field in declaration.fields {
            guard let json = given[field.name], !json.isNull else {
                if field.isOptional { continue }
                throw EventMistake("`\(declaration.name)` needs `\(field.name)` (\(field.type.word))")
            }
            guard let value = Value(external: json, as: field.type, in: zone) else {
                throw EventMistake(
                    "`\(field.name)` must be \(field.type.word)\(field.type.form.map { ", \($0)" } ?? "")")
            }
            fields[field.name] = value
        }
    }
}

/// Why the values of an event do not fit its declaration. The values are not part of the reason: they may be private.
public struct EventMistake: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

extension ValueType {
    /// How a value of the type is written in JSON, where that is not obvious.
    fileprivate var form: String? {
        switch self {
        case .money: "such as {\"amount\": \"24.90\", \"currency\": \"EUR\"}"
        case .date: "such as \"2026-12-01\""
        case .time: "such as \"2026-12-01T10:00:00+01:00\""
        case .duration: "a number of seconds, or such as \"PT1H30M\""
        case .yesNo: "true or false"
        case .text, .number, .file, .place, .choice, .record, .list, .unknown: nil
        }
    }
}
