import Channels
import Crypto
import Expressions
import Foundation
import Gzip
import JSON
import Synchronization

/// Customers' large answers that businesses have yet to decode, and their decoding.
///
/// Source: Apple, Interactive Message Types, "Decoding Interactive Data Payloads". An answer must be processed at once;
/// here it can be decoded for as long as the store keeps it.
final class LargeReplies: Sendable {
    private struct Reply: Sendable {
        /// The digests of the compressed bytes and of the decompressed ones: some programs decompress them first.
        let digests: Set<SHA256Digest>
        let business: BusinessID
        let bid: String
        let data: JSONValue
        let isWrapped: Bool
        let expires: Moment
    }

    private let clock: any WallClock
    private let life: TimeLength
    private let replies = Mutex(BoundedLog<Reply>(countLimit: 256, sizeLimit: 64 << 20))

    init(life: TimeLength, clock: any WallClock) {
        self.life = life
        self.clock = clock
    }

    /// Compresses an answer in the device's format, JSON or a keyed archive, and stores it for decoding.
    func pack(_ data: JSONValue, for device: SimulatedDevice) throws -> [UInt8] {
        let plain = device.packsArchives ? try KeyedArchive.bytes(of: data) : data.bytes
        let packed = Gzip.compress(plain)
        let reply = Reply(
            digests: [SHA256.hash(data: packed), SHA256.hash(data: plain)], business: device.business,
            bid: data["bid"]?.string ?? "", data: data, isWrapped: device.wrapsDecoded, expires: clock.now + life)
        replies.withLock { $0.append(reply, size: plain.count) }
        return packed
    }

    /// Returns the response of `decodePayload`: the interactive data, wrapped in an object of that name or bare.
    func decode(_ bytes: [UInt8], bid: String, for business: BusinessID) throws(GatewayRefusal) -> JSONValue {
        let digest = SHA256.hash(data: bytes)
        let found = replies.withLock { replies in
            replies.last { $0.digests.contains(digest) && $0.business == business }?.element
        }
        guard let found else {
            throw GatewayRefusal(
                status: 400, code: "bad-payload",
                reason: "these bytes are no payload for this business; post what was fetched and decrypted, as it is")
        }
        guard found.bid == bid else {
            throw .badHeader("bid", "the payload is one of `\(found.bid)`, not of `\(bid)`")
        }
        guard found.expires > clock.now else {
            throw GatewayRefusal(
                status: 403, code: "expired-payload", reason: "replies must be decoded at once; this one is too old")
        }
        return found.isWrapped ? ["interactiveData": found.data] : found.data
    }

    func removeAll() { replies.withLock { $0.removeAll() } }
}
