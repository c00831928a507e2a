import Channels
import JSON

/// How a pay sheet was closed, as far as the device's message shows.
///
/// Apple documents that such a message is sent, but not its content: neither the key nor the values. Vendors have seen
/// `status` with `paid`; the values of Apple's own endpoints are recognised as well, under any key with a similar name.
struct PaymentStatus: Equatable {
    /// The value as it was posted; `nil` without one.
    let word: String?

    private static let keys = ["status", "state", "result", "outcome"]

    /// - Parameter answer: the value of `payment`.
    init(_ answer: JSONValue) {
        let object = answer.object ?? [:]
        let told = Self.keys.lazy.compactMap { wanted in
            object.first { key, value in key.lowercased().hasSuffix(wanted) && value.string?.isEmpty == false }
        }.first
        word = told?.1.string.map { String($0.prefix(ReplyLimits.question)) }
    }

    var ending: ClosedSheet.Ending {
        let bare = (word ?? "").lowercased().replacing("status_", with: "")
        return switch bare {
        case "paid", "success", "successful", "succeeded", "completed", "authorized", "authorised": .paid
        case "declined", "failure", "failed", "error": .declined
        case "cancel", "cancelled", "canceled", "dismissed": .cancelled
        default: bare.hasPrefix("invalid_") || bare.hasPrefix("pin_") ? .declined : .unknown
        }
    }
}
