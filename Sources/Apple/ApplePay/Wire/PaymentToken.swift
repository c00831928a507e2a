import Crypto
import Foundation
public import JSON

/// The encrypted payment token (Apple, Payment Token Format Reference), for the payment provider alone.
///
/// It is handed on as it came. Nothing of it is read, and it describes itself without saying anything.
public struct PaymentToken: Sendable, Hashable {
    /// As it came; never for a log, a history, or a file.
    public let json: JSONValue

    /// The network and the last digits as the sheet showed them, such as `Visa 1234`; `nil` when the device does not say.
    public var cardName: String? {
        json["paymentMethod"]?["displayName"]?.string.map { String($0.prefix(60)) }
    }

    /// - Returns: `nil` for what is no token: there has to be `paymentData`, whose inside is the provider's affair.
    public init?(_ json: JSONValue?) {
        guard let json, let data = json["paymentData"], !data.isNull else { return nil }
        self.json = json
    }

    /// The same for the same token, whatever the order of its keys, and for no other.
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
    /// With the keys of all objects in order.
    fileprivate var sorted: JSONValue {
        switch self {
        case .object(let object):
            .object(JSONObject(object.sorted { $0.0 < $1.0 }.map { ($0.0, $0.1.sorted) }))
        case .array(let elements): .array(elements.map(\.sorted))
        default: self
        }
    }
}
