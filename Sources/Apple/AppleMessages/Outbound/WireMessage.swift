import Crypto
import Foundation
import JSON
import MessageModel

/// One message in the form that Apple accepts: the part of the body that depends on its kind.
struct WireMessage: Sendable {
    var content: JSONObject
    /// The gateway path to which it is posted.
    var path = "/message"
    /// A picture that travels beside the message as an encrypted attachment.
    var attachment: Picture?

    init(_ content: JSONObject, attachment: Picture? = nil) {
        self.content = content
        self.attachment = attachment
    }

    static func text(_ text: String) -> WireMessage { WireMessage(["type": "text", "body": .string(text)]) }

    /// Returns the id of one of several messages that form one delivery, the same on every attempt: the last message
    /// has the delivery's own id, the others have an id derived from it (UUID version 5, RFC 9562, section 5.5).
    static func id(_ index: Int, of count: Int, for delivery: String) -> String {
        guard index < count - 1 else { return delivery }
        var bytes = Array(Insecure.SHA1.hash(data: Data("\(delivery)/\(index)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        let uuid = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        return uuid.uuidString.lowercased()
    }
}
