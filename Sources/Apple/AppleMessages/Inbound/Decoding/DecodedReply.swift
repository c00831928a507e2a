import Channels
import Gzip
import JSON
import MessageModel

/// Parses the substitutes for the data of a reply: the response of `/decodePayload`, or the bytes that were to be
/// decoded.
enum DecodedReply {
    /// The maximum size in bytes after decompression: Apple's replies include the pictures of the sent message.
    static let largest = 16 << 20

    /// Returns the content of the bytes; `nil` when they contain none.
    ///
    /// Parsing cannot be interrupted and also runs after the time limit of a message; its cost is bounded by the number
    /// of bytes and of values in them.
    static func content(of bytes: [UInt8]) -> Arrival.Content? {
        guard let bytes = unpacked(bytes) else { return nil }
        if BinaryPropertyList.begins(bytes) { return ArchivedReply(bytes)?.content }
        guard let json = try? JSONValue(parsing: bytes, values: InboundPost.mostValues),
            let interactive = interactive(in: json)
        else { return nil }
        return InteractiveReply(interactive).content
    }

    /// Some responses are wrapped as in a message, others have `data` at the top level, others only its content.
    private static func interactive(in json: JSONValue) -> JSONValue? {
        if let wrapped = json["interactiveData"] {
            guard wrapped.object != nil else { return nil }
            return wrapped
        }
        if json["data"]?.object != nil || json["URL"]?.string != nil { return json }
        guard ReplyKind.allCases.contains(where: { json.member($0.rawValue) != nil }) else { return nil }
        return ["data": json]
    }

    private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        guard Gzip.isCompressed(bytes) else { return bytes.count <= largest ? bytes : nil }
        return try? Gzip.decompress(bytes, limit: largest)
    }
}

extension ArchivedReply {
    /// The content for the conversation. If the reply lacks its answer, the title may still identify it.
    fileprivate var content: Arrival.Content {
        let reply = InteractiveReply(interactive)
        guard reply.kind == nil else { return reply.content }
        let title = interactive["data"]?["replyMessage"]?.text("title", limit: ReplyLimits.title)
        return .heard(.unreadable(UnreadableReply(question: reply.question, title: title)))
    }
}
