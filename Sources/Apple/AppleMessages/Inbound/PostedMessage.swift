public import Channels
import JSON

/// A message as it was posted. Apple stores large replies and shared places separately; such a message is incomplete
/// until they have been fetched.
public struct PostedMessage: Sendable {
    /// The arrival without the missing part, used when that cannot be fetched.
    public let arrival: Arrival
    let missing: MissingPart?

    public var isWhole: Bool { missing == nil }
}

/// A part that a message references but does not contain.
enum MissingPart: Sendable, Hashable {
    /// The data of a reply, and the extension that decodes it (Interactive Message Types, InteractiveDataReference
    /// Dictionary).
    case reply(FileToFetch, bid: String)
    /// A vCard with a place.
    case place(FileToFetch)
}

/// The location of a file in Apple's store, as the message gives it.
struct FileToFetch: Sendable, Hashable {
    /// An object with `url`, `owner`, `key`, `signature-base64` or `signature`, and `size`.
    let json: JSONValue

    /// - Parameter reference: an `interactiveDataRef`. Some senders name the key `dataRefSig`.
    init(reference: JSONValue) {
        var object = JSONObject()
        for name in ["url", "owner", "signature", "signature-base64", "size"] {
            object.set(name, Self.member(name, of: reference))
        }
        object.set("key", Self.member("key", of: reference) ?? Self.member("dataRefSig", of: reference))
        json = .object(object)
    }

    private static func member(_ name: String, of reference: JSONValue) -> JSONValue? {
        guard let value = reference.member(name) else { return nil }
        let isSensible = value.string.map { !$0.isEmpty && $0.utf8.count <= ReplyLimits.id } ?? (value.int != nil)
        guard isSensible else { return nil }
        return value
    }

    /// - Parameter attachment: the values needed to fetch an attachment.
    init(attachment: JSONValue, size: Int) {
        var object = attachment.object ?? [:]
        if size < .max { object["size"] = .int(size) }
        json = .object(object)
    }
}
