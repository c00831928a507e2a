public import JSON

extension TypeRegistry {
    /// Writes a message as parts, the root first. Parts without an id get one.
    ///
    /// - Parameters:
    ///   - root: the message.
    ///   - message: the id of the message, such as `layer:///messages/<uuid>`.
    ///   - names: generates the ids.
    ///   - overlay: members that are merged into the body of the root, as from a flow's `web:`.
    public func parts(
        of root: RichMessage, message: String, _ names: inout NodeNames, overlay: JSONObject = [:]
    ) -> [MessagePart] {
        let (root, overlay) = root.overlaid(with: overlay)
        var parts: [MessagePart] = []
        add(root, Place(role: "root"), to: &parts, message, &names)
        if !overlay.isEmpty, let body = parts[0].body, let json = try? JSONValue(parsing: body).object {
            parts[0].body = JSONValue.object(json.overlaid(with: overlay)).text
        }
        return parts
    }

    /// The position of a part.
    private struct Place {
        var role: String
        var parent: String?
        var order: Int?

        var attributes: [(name: String, value: String)] {
            var attributes = role.isEmpty ? [] : [(name: "role", value: role)]
            if let parent { attributes.append((name: "parent-node-id", value: parent)) }
            if let order { attributes.append((name: "item-order", value: String(order))) }
            return attributes
        }
    }

    private func add(
        _ message: RichMessage, _ place: Place, to parts: inout [MessagePart], _ address: String,
        _ names: inout NodeNames
    ) {
        let id = message.id ?? names.next()
        var writer = PartWriter()
        if let unknown = message.content as? UnknownContent {
            parts.append(part(unknown.data, id, place, address))
        } else {
            let registration = registration(of: message.content)
            registration?.write(message.content, &writer)
            let type = MIMEType(registration?.mimeType ?? "", attributes: place.attributes)
            let body = message.body(writer.properties)
            parts.append(MessagePart(id: "\(address)/parts/\(id)", mimeType: type.text, body: body.text))
        }
        for (role, data) in writer.data {
            parts.append(
                part(data, data.id ?? NodeNames.name(below: id, as: role), Place(role: role, parent: id), address))
        }
        for (role, type, body) in message.stateParts {
            let type = MIMEType(type, attributes: Place(role: role, parent: id).attributes)
            parts.append(
                MessagePart(
                    id: "\(address)/parts/\(NodeNames.name(below: id, as: role))", mimeType: type.text, body: body.text)
            )
        }
        let children = writer.messages + message.others
        for (index, child) in children.enumerated() {
            let isAlone = children.count == 1 && child.role != CarouselContent.itemRole
            let order = isAlone ? nil : index + 1
            add(child.message, Place(role: child.role, parent: id, order: order), to: &parts, address, &names)
        }
    }

    private func part(_ data: PartData, _ id: String, _ place: Place, _ address: String) -> MessagePart {
        MessagePart(
            id: "\(address)/parts/\(id)", mimeType: MIMEType(data.mimeType, attributes: place.attributes).text,
            body: data.body, encoding: data.encoding, content: data.content)
    }
}

extension RichMessage {
    /// The body of its part.
    fileprivate func body(_ properties: JSONObject) -> JSONValue {
        var body = properties
        if !action.isEmpty { body["action"] = action.json }
        if !customData.isEmpty { body["custom_data"] = .object(customData) }
        for (key, value) in unknown where body[key] == nil { body[key] = value }
        return .object(body)
    }

    fileprivate var stateParts: [(role: String, type: String, body: JSONValue)] {
        var parts: [(String, String, JSONValue)] = []
        if !responses.isEmpty { parts.append((ResponseSummary.role, ResponseSummary.mimeType, responses.json)) }
        if !initialState.isEmpty {
            parts.append(
                (InitialOperation.role, InitialOperation.mimeType, .array(initialState.map(\.json))))
        }
        return parts
    }
}
