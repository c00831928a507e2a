import Crypto
import Expressions
import JSON
import Synchronization

/// A payload with pictures that is worth a reference: Apple uploads it, and hands back a reference by which the same payload can be sent
/// again (Interactive Message Types, "Receive an Interactive Message"; header `include-data-ref`).
///
/// A question carries an identifier of its own each time it is asked, so its payload is the same only when the very message
/// goes out once more; the payload of a rich link is the same for every customer.
struct LargePayload: Sendable {
    private let key: String
    private let content: JSONObject
    fileprivate let hash: [UInt8]

    /// Above this Apple itself uses references.
    private static let smallest = 10 * 1024
    private static let keys = ["interactiveData", "richLinkData"]

    /// `nil` when the message has no payload, one without pictures, or a small one.
    ///
    /// - Parameter business: a reference belongs to the business that has sent the payload.
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

    /// The message with a reference in the place of its payload.
    func content(by reference: JSONValue) -> JSONObject {
        var content = content
        content[key] = nil
        content[key + "Ref"] = reference
        return content
    }
}

/// The references that Apple has handed out, as long as it keeps what they stand for: 30 days.
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

    /// Keeps what Apple has answered, if it is a reference. When there are many, those from longest ago go.
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
