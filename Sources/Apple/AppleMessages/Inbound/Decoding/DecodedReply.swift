import Channels
import Gzip
import JSON
import MessageModel

/// Reads what stands in for the data of a reply: the answer of `/decodePayload`, or the bytes that were to be decoded.
enum DecodedReply {
    /// The most bytes that are looked at, unpacked: Apple's replies hold the pictures that were sent.
    static let largest = 16 << 20

    /// What the bytes say; `nil` when they say nothing.
    ///
    /// Nobody can interrupt this, and it is done when the time of a message is over, too: what it may cost is bounded by the
    /// bytes and by the values in them.
    static func content(of bytes: [UInt8]) -> Arrival.Content? {
        guard let bytes = unpacked(bytes) else { return nil }
        if BinaryPropertyList.begins(bytes) { return ArchivedReply(bytes)?.content }
        guard let json = try? JSONValue(parsing: bytes, values: InboundPost.mostValues),
            let interactive = interactive(in: json)
        else { return nil }
        return InteractiveReply(interactive).content
    }

    /// Some answers are wrapped as in a message, others have `data` on top, others only what is in it.
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
    /// What a conversation makes of it; of an answer that is not in it, the title may still tell something.
    fileprivate var content: Arrival.Content {
        let reply = InteractiveReply(interactive)
        guard reply.kind == nil else { return reply.content }
        let title = interactive["data"]?["replyMessage"]?.text("title", limit: ReplyLimits.title)
        return .heard(.unreadable(UnreadableReply(question: reply.question, title: title)))
    }
}
