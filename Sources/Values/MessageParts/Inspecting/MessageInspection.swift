public import JSON

/// The content of a rich message as JSON, for `usher message inspect`.
public struct MessageInspection: Sendable {
    private let read: ReadMessage
    private let registry: TypeRegistry

    /// Inspects the message in `parts`.
    ///
    /// - Throws: `PartsProblem` when the parts do not form a message.
    public init(of parts: [MessagePart], _ registry: TypeRegistry = .standard) throws(PartsProblem) {
        read = try registry.message(of: parts)
        self.registry = registry
    }

    /// Inspects a message that has already been read.
    public init(of message: RichMessage, _ registry: TypeRegistry = .standard) {
        read = ReadMessage(message: message, leftOver: [], remarks: [])
        self.registry = registry
    }

    /// The report: type, summary, metadata, action, properties, state and children of the message, and the parts and
    /// remarks that are left over from reading it.
    public var json: JSONValue {
        var object = inspection(of: read.message, inheriting: MessageAction())
        if !read.leftOver.isEmpty {
            let leftOver = read.leftOver.map { JSONValue.object(inspection(of: $0, inheriting: MessageAction())) }
            object["left_over"] = .array(leftOver)
        }
        if !read.remarks.isEmpty { object["remarks"] = .array(read.remarks.map { .string($0) }) }
        return .object(object)
    }

    private func inspection(of message: RichMessage, inheriting inherited: MessageAction) -> JSONObject {
        let metadata = message.content.metadata
        var object: JSONObject = [
            "type": .string(Swift.type(of: message.content).type), "mime_type": .string(registry.mimeType(of: message)),
        ]
        object.set("id", message.id.map { .string($0) })
        object["summary"] = .string(message.summary)
        object["title"] = metadata.title.map { .string($0) } ?? .null
        object["description"] = metadata.description.map { .string($0) } ?? .null
        object["footer"] = metadata.footer.map { .string($0) } ?? .null
        let action = message.effectiveAction(inheriting: inherited)
        object["action"] = [
            "event": action.event.map { .string($0) } ?? .null, "data": .object(action.data),
        ]
        object["properties"] = .object(registry.properties(of: message))
        if !message.customData.isEmpty { object["custom_data"] = .object(message.customData) }
        object["state"] = .object(message.state)
        object["children"] = .array(
            message.children.map { child in
                let inside = inspection(of: child.message, inheriting: message.handedDown(to: child.role))
                return .object(JSONObject([("role", .string(child.role))] + inside.map { ($0.key, $0.value) }))
            })
        return object
    }
}

extension TypeRegistry {
    fileprivate func mimeType(of message: RichMessage) -> String {
        if let unknown = message.content as? UnknownContent { return unknown.data.mimeType }
        return registration(of: message.content)?.mimeType ?? ""
    }

    /// The properties of the body, under the names of the type, without those that all types have.
    fileprivate func properties(of message: RichMessage) -> JSONObject {
        if let unknown = message.content as? UnknownContent { return unknown.properties }
        var writer = PartWriter()
        registration(of: message.content)?.write(message.content, &writer)
        var properties = writer.properties
        for (key, value) in message.unknown where properties[key] == nil { properties[key] = value }
        return properties
    }
}

extension RichMessage {
    /// The choices by participant and state name; a list where several values can be chosen.
    fileprivate var state: JSONObject {
        var people = JSONObject()
        for state in shownResponses.states {
            var names = people[state.identity]?.object ?? [:]
            let values = state.adds.map(\.value)
            names[state.name] = values.count == 1 ? values[0] : .array(values)
            people[state.identity] = .object(names)
        }
        return people
    }
}
