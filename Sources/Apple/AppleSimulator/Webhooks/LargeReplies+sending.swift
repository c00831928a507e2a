import Foundation
import JSON

extension AppleSimulator {
    /// The size in bytes above which interactive data is not sent inside the message. (Apple, Interactive Message
    /// Types, "Receiving an Interactive Message".)
    private static let largestReply = 10 * 1024

    /// Returns the message with which a customer answers a bubble: the data itself, or a reference to the store.
    func reply(_ data: JSONValue, from device: Device) async throws -> WebhookMessage {
        let id = identifiers.uuid()
        guard data.bytes.count > Self.largestReply else { return .answer(data, id: id) }
        let key = FileKey()
        let packed = try replies.pack(data, for: device.description)
        let file = try await store.add(
            packed, key: key, as: .reply, for: device.description.business,
            signed: device.description.wire.checksum)
        let wire = device.description.wire
        var reference: JSONObject = [
            "url": .string(file.url), "bid": data["bid"] ?? "", "owner": .string(file.owner), "size": .int(file.size),
            wire.referenceKey.rawValue: .string(key.wire(capitals: wire.key == .capitals)),
        ]
        file.describeSignature(in: &reference, wire)
        return .reference(.object(reference), id: id)
    }
}
