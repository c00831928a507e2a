import Crypto
import Foundation
public import JSON

/// The encrypted payment token (Apple, Payment Token Format Reference), which only the payment provider can read.
///
/// It is passed on unchanged. Its contents are not read, and its description reveals nothing.
public struct PaymentToken: Sendable, Hashable {
    /// The token as received; never for a log, a history, or a file.
    public let json: JSONValue

    /// The network and the last digits as the sheet showed them, such as `Visa 1234`; `nil` when the device does not
    /// send them.
    public var cardName: String? {
        json["paymentMethod"]?["displayName"]?.string.map { String($0.prefix(60)) }
    }

    /// - Returns: `nil` when the value is not a token: it must have `paymentData`, whose contents only the provider
    ///   interprets.
    public init?(_ json: JSONValue?) {
        guard let json, let data = json["paymentData"], !data.isNull else { return nil }
        self.json = json
    }

    /// A hash that is the same for the same token, whatever the order of its keys, and for no other.
    public var fingerprint: String {
        SHA256.hash(data: Data(json.sorted.bytes)).map { String(format: "%02x", $0) }.joined()
    }
}

extension PaymentToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(payment token)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension JSONValue {
    /// A copy with the keys of all objects sorted.
    fileprivate var sorted: JSONValue {
        switch self {
        case .object(let object):
            .object(JSONObject(object.sorted { $0.0 < $1.0 }.map { ($0.0, $0.1.sorted) }))
        case .array(let elements): .array(elements.map(\.sorted))
        default: self
        }
    }
}
