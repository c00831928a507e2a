import Channels
public import ConversationRuntime
public import Expressions
import FlowModel
public import JSON

extension StoredResult {
    /// The row for operators and exports.
    ///
    /// - Parameters:
    ///   - isOpen: whether private fields are shown.
    ///   - zone: the zone of the business, in which times are written.
    public func json(isOpen: Bool, in zone: Zone = .utc) -> JSONValue {
        let visible = isOpen ? row.fields : shown
        var fields = JSONObject()
        for name in visible.names { fields[name] = visible[name]?.external(in: zone) }
        return [
            "id": .string(row.id), "result": .string(table), "number": .int(row.number), "state": .string(row.state),
            "kept_at": .string(row.keptAt.iso), "changed_at": .string(changedAt.iso),
            "customer": .string(conversation.customer), "channel": .string(conversation.channel),
            "business": .string(conversation.business), "fields": .object(fields),
        ]
    }
}
