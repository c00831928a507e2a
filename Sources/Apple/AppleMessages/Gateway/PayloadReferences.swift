import Crypto
import Expressions
import JSON
import Synchronization

/// A large payload with pictures, for which a reference is worthwhile: Apple stores the payload and returns a reference
/// by which the same payload can be sent again (Interactive Message Types, "Receive an Interactive Message"; header
/// `include-data-ref`).
///
/// A question carries a new identifier each time it is asked, so its payload is the same only when the very same
/// message is sent again; the payload of a rich link is the same for every customer.
struct LargePayload: Sendable {
    private let key: String
    private let content: JSONObject
    fileprivate let hash: [UInt8]

    /// Above this size in bytes Apple itself uses references.
    private static let smallest = 10 * 1024
    private static let keys = ["interactiveData", "richLinkData"]

    /// Returns `nil` when the message has no payload, one without pictures, or a small one.
    ///
    /// - Parameter business: the business that sends the payload, to which a reference belongs.
    init?(of content: JSONObject, from business: String) {
        guard let key = Self.keys.first(where: { content[$0] != nil }), let payload = content[key],
            payload["data"]?["images"] != nil || payload["assets"] != nil
        else { return nil }
        let bytes = payload.bytes
        guard bytes.count > Self.smallest else { return nil }
        self.key = key
        self.content = content
        var hash = SHA256()
        hash.update(data: Array("\(business) \(key) ".utf8))
        hash.update(data: bytes)
        self.hash = Array(hash.finalize())
    }

    /// Returns the message with a reference in place of its payload.
    func content(by reference: JSONValue) -> JSONObject {
        var content = content
        content[key] = nil
        content[key + "Ref"] = reference
        return content
    }
}

/// The references that Apple returned, kept for as long as Apple keeps their payloads: 30 days.
final class PayloadReferences: Sendable {
    private struct Kept {
        let reference: JSONValue
        let at: Moment
    }

    private let kept = Mutex<[[UInt8]: Kept]>([:])
    private static let life = TimeLength.hours(24 * 24)
    private static let most = 500

    func reference(to payload: LargePayload, at now: Moment) -> JSONValue? {
        kept.withLock { kept in
            guard let found = kept[payload.hash] else { return nil }
            if now - found.at < Self.life { return found.reference }
            kept[payload.hash] = nil
            return nil
        }
    }

    /// Stores Apple's response if it is a reference. When there are too many, the oldest are removed.
    func keep(_ reference: JSONValue?, to payload: LargePayload, at now: Moment) {
        guard let reference, reference["url"]?.string != nil else { return }
        kept.withLock { kept in
            if kept.count >= Self.most, let oldest = kept.min(by: { $0.value.at < $1.value.at }) {
                kept[oldest.key] = nil
            }
            kept[payload.hash] = Kept(reference: reference, at: now)
        }
    }

    func forget(_ payload: LargePayload) { kept.withLock { $0[payload.hash] = nil } }
}
