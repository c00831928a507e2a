import JSON
import MessageModel

/// How a sign-in was closed on the device (Interactive Message Types, Authentication Message: `status`, which Apple's
/// own sample gives as `completed`; `authenticated` belongs to the old kind).
enum SignInStatus: Equatable {
    /// The sign-in succeeded as far as the device knows. The provider's result arrives by its redirect.
    case done
    /// The sign-in failed; `code` is our own error number, which the redirect passed to the device.
    case failed(code: String?)
    case cancelled
    /// A value that Apple does not list. It does not count as success.
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
