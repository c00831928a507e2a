import Channels
import JSON

/// How a pay sheet was closed, as far as the message of the device tells.
///
/// Apple says that such a message comes and not what it says: neither the key nor the words. Vendors have seen `status` with
/// `paid`; the words of Apple's own endpoints are understood as well, under any key that sounds like it.
struct PaymentStatus: Equatable {
    /// The word as it was posted; `nil` without one.
    let word: String?

    private static let keys = ["status", "state", "result", "outcome"]

    /// - Parameter answer: what stands under `payment`.
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
