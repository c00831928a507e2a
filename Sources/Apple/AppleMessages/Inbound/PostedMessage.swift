public import Channels
import JSON

/// A message as it was posted. Apple keeps large replies and shared places elsewhere; such a message is not whole before
/// that has been fetched.
public struct PostedMessage: Sendable {
    /// As it is when what is missing cannot be had.
    public let arrival: Arrival
    let missing: MissingPart?

    public var isWhole: Bool { missing == nil }
}

/// What a message refers to and does not hold.
enum MissingPart: Sendable, Hashable {
    /// The data of a reply, and the extension that is to decode it (Interactive Message Types, InteractiveDataReference
    /// Dictionary).
    case reply(FileToFetch, bid: String)
    /// A vCard with a place.
    case place(FileToFetch)
}

/// Where something lies in Apple's store, as the message says it.
struct FileToFetch: Sendable, Hashable {
    /// With `url`, `owner`, `key`, `signature-base64` or `signature`, and `size`.
    let json: JSONValue

    /// - Parameter reference: an `interactiveDataRef`. Some call the key `dataRefSig`.
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

    /// - Parameter attachment: what is needed to fetch one.
    init(attachment: JSONValue, size: Int) {
        var object = attachment.object ?? [:]
        if size < .max { object["size"] = .int(size) }
        json = .object(object)
    }
}
