import Foundation
import JSON

/// A reply as devices archive it: the data is in the query of `URL`, each part as JSON in base64, and `ldtext` holds
/// the title of the answer, as programs in the field have found.
struct ArchivedReply {
    private var data = JSONObject()
    private var title: String?

    init?(_ bytes: [UInt8]) {
        guard let archive = KeyedArchive(bytes) else { return nil }
        title = archive.text("ldtext")
        let address = archive.text("URL") ?? archive.text("data") ?? ""
        for (name, value) in AddressQuery(anyLength: address)?.fields ?? [] { take(name, value) }
        guard title != nil || !data.isEmpty else { return nil }
    }

    /// The reply in the form of a posted one; if it contains no answer, only the title of the answer.
    var interactive: JSONValue {
        var data = data
        if data["replyMessage"]?["title"]?.string == nil, let title { data["replyMessage"] = ["title": .string(title)] }
        return ["data": .object(data)]
    }

    private mutating func take(_ name: String, _ value: String) {
        if name == "requestIdentifier" { data[name] = .string(value) }
        guard let json = Self.json(value) else { return }
        if json.array != nil, name == "selections" { data["dynamic"] = ["selections": json] }
        for part in [json, json["data"] ?? .null] where part.object != nil {
            take(part, isReply: name != "receivedMessage")
        }
        if name == "replyMessage", json["title"]?.string != nil { data["replyMessage"] = json }
    }

    /// - Parameter isReply: whether the part is the answer. From the sent message, only members that occur in answers
    ///   alone are taken.
    private mutating func take(_ part: JSONValue, isReply: Bool) {
        if data["requestIdentifier"] == nil { data.set("requestIdentifier", part.member("requestIdentifier")) }
        if part["selections"]?.array != nil { data["dynamic"] = part }
        if let form = part["dynamic"], form["selections"]?.array != nil { data["dynamic"] = form }
        guard isReply else { return }
        for kind in ReplyKind.allCases where kind != .form { data.set(kind.rawValue, part.member(kind.rawValue)) }
        data.set("replyMessage", part.member("replyMessage"))
    }

    /// Parses a part of the query: JSON, mostly in base64, with or without padding.
    private static func json(_ value: String) -> JSONValue? {
        if value.hasPrefix("{") || value.hasPrefix("[") { return parsed(Array(value.utf8)) }
        let text = value.replacing("-", with: "+").replacing("_", with: "/").replacing(" ", with: "+")
        let bare = text.prefix { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - bare.count % 4) % 4)
        return Data(base64Encoded: bare + padding).flatMap(parsed)
    }

    private static func parsed(_ bytes: some Collection<UInt8>) -> JSONValue? {
        try? JSONValue(parsing: bytes, values: InboundPost.mostValues)
    }
}
