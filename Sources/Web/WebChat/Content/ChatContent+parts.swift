public import ConversationRuntime
public import MessageParts

/// The parts of messages as a viewer receives them.
extension ChatContent {
    public func linked(_ message: ChatMessage, for viewer: String) async -> [MessagePart] {
        let contents = MessageContents(message, project)
        let ids = contents.parts.compactMap { $0.content.map(Self.id) }
        guard !ids.isEmpty || contents.parts.contains(where: { $0.body?.contains(ContentView.prefix) ?? false }) else {
            return contents.parts
        }
        let downloads = (try? await store.downloads(of: ids, by: viewer)) ?? [:]
        let files = Dictionary(contents.files.map { ($0.id, $0) }) { $1 }
        var linked: [MessagePart] = []
        for var part in contents.parts {
            if let id = part.content.map(Self.id) {
                // Deleted content is still listed, but cannot be fetched.
                if let item = files[id] {
                    part.content = view(of: item, in: contents, for: viewer, downloaded: downloads[id]).reference
                } else if let kept = try? await kept(id), kept.content.chat == message.conversation {
                    part.content = view(of: kept, for: viewer, downloaded: downloads[id]).reference
                }
            }
            if let body = part.body { part.body = await self.linked(body, for: viewer, in: message.conversation) }
            linked.append(part)
        }
        return linked
    }

    public func travelling(
        _ parts: [MessagePart], of message: ChatMessage, for viewer: String
    ) async -> [MessagePart] {
        let contents = MessageContents(message, project)
        let bodies = contents.bodies
        let ids = bodies.compactMap { $0?.id }
        guard !ids.isEmpty else { return parts }
        let downloads = (try? await store.downloads(of: ids, by: viewer)) ?? [:]
        return zip(parts, bodies).map { part, body in
            guard let body else { return part }
            var part = part
            (part.body, part.encoding) = (nil, nil)
            part.content = view(of: body, in: contents, for: viewer, downloaded: downloads[body.id]).reference
            return part
        }
    }
}
