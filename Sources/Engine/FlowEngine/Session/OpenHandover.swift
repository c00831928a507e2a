public import Expressions
public import JSON

/// A handover that no agent has answered so far.
public struct OpenHandover: Sendable, Hashable {
    /// Differs from all others of the conversation.
    public var id: String
    /// When the customer is informed, or goes elsewhere.
    public var dueAt: Moment
    /// How many times they were informed.
    public var notices = 0
}

extension OpenHandover: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "due_at": .int(dueAt.milliseconds)]
        if notices > 0 { object["notices"] = .int(notices) }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), dueAt: Moment(milliseconds: try json.int("due_at")),
            notices: json["notices"]?.int ?? 0)
    }
}
