public import Expressions
public import JSON

/// A flow that waits for a nested one.
public struct Frame: Sendable, Hashable {
    public var flow: String
    /// The step that runs the nested flow.
    public var step: String
    /// The values of its names.
    public var answers: Fields
    public var trail: [Passed]
    public var failures: [String: Int]
    /// The version of the bot when it started to wait.
    public var version: String
}

extension Frame: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "flow": .string(flow), "step": .string(step), "version": .string(version), "answers": answers.json,
        ]
        object.set("trail", trail)
        object.set(failures: failures)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            flow: try json.string("flow"), step: try json.string("step"),
            answers: try Fields(json: try json.required("answers")), trail: try json.list("trail"),
            failures: json.failures, version: try json.string("version"))
    }
}

extension JSONObject {
    /// Sets the number of retries by step; absent when there are none.
    mutating func set(failures: [String: Int]) {
        guard !failures.isEmpty else { return }
        self["failures"] = .object(JSONObject(failures.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) }))
    }
}

extension JSONValue {
    var failures: [String: Int] {
        var failures: [String: Int] = [:]
        for (step, count) in self["failures"]?.object ?? [:] { failures[step] = count.int }
        return failures
    }
}
