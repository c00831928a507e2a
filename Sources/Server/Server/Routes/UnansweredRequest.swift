import ConversationRuntime
import Hummingbird
import SQLiteStorage

/// A request of an operator that has failed because the database or its disk cannot be used at present. Operators may read
/// the reason.
struct UnansweredRequest: Error, CustomStringConvertible {
    static let status = HTTPResponse.Status.serviceUnavailable

    /// Whether the request may have taken effect, or may do so later.
    let mayTakeEffect: Bool
    let description: String

    /// - Returns: `nil` for an error that means something else.
    init?(_ error: any Error) {
        guard let failure = error as? any AvailabilityReporting else {
            // Nothing is saved on a disk without space, or in a file that another program has locked.
            guard let trouble = StorageTrouble(error), trouble.isTemporary else { return nil }
            mayTakeEffect = false
            description = "\(trouble)"
            return
        }
        guard failure.isUnavailable else { return nil }
        mayTakeEffect = failure.mayTakeEffect
        let advice = ". The request may have taken effect, or may do so later: look before you repeat it"
        description = HealthMonitor.noResponse("\(failure)") + (mayTakeEffect ? advice : "")
    }

    var response: Response { .refusal(Self.status, description) }
}
