import JSON
import MessageModel

/// How a sign-in was closed on the device (Interactive Message Types, Authentication Message: `status`, which Apple's own
/// sample gives as `completed`; `authenticated` is the old kind's).
enum SignInStatus: Equatable {
    /// It went well as far as the device knows. What the provider told comes by its redirect.
    case done
    /// With our own number of what went wrong, as the redirect gave it to the device.
    case failed(code: String?)
    case cancelled
    /// A word that Apple does not list. It is not taken for a success.
    case unknown

    init(_ answer: JSONValue) {
        switch answer["status"]?.string?.lowercased() {
        case "success", "completed", "authenticated": self = .done
        case "failure": self = .failed(code: Self.code(answer["error_code"] ?? answer["errorCode"]))
        case "cancel", "cancelled", "canceled": self = .cancelled
        default: self = .unknown
        }
    }

    private static func code(_ value: JSONValue?) -> String? {
        (value?.string ?? value?.number?.literal).map { String($0.prefix(20)) }
    }
}
