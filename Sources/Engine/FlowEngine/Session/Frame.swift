public import Expressions
public import JSON

/// A flow that waits for a nested one.
public struct Frame: Sendable, Hashable {
    public var flow: String
    /// The step that runs the nested flow.
    public var step: String
    /// The values of its names.
    public var answers: Fields
    public var trail: Trail
    public var retries: Retries
    /// The version of the bot when it started to wait.
    public var version: String
}

extension Frame: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "flow": .string(flow), "step": .string(step), "version": .string(version), "answers": answers.json,
        ]
        object.set("trail", trail.all)
        object.set("failures", retries.stored)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            flow: try json.string("flow"), step: try json.string("step"),
            answers: try Fields(json: try json.required("answers")), trail: Trail(try json.list("trail")),
            retries: Retries(json: json["failures"] ?? .null), version: try json.string("version"))
    }
}
