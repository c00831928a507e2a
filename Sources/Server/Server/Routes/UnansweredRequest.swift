import ConversationRuntime
import Hummingbird

/// A request of an operator that has failed because the database cannot be used at present. Operators may read the reason.
struct UnansweredRequest: Error, CustomStringConvertible {
    static let status = HTTPResponse.Status.serviceUnavailable

    /// Whether the request may have taken effect, or may do so later.
    let mayTakeEffect: Bool
    let description: String

    /// - Returns: `nil` for an error that means something else.
    init?(_ error: any Error) {
        guard let failure = error as? any AvailabilityReporting, failure.isUnavailable else { return nil }
        mayTakeEffect = failure.mayTakeEffect
        let advice = ". The request may have taken effect, or may do so later: look before you repeat it"
        description = HealthMonitor.noResponse("\(failure)") + (mayTakeEffect ? advice : "")
    }

    var response: Response { .refusal(Self.status, description) }
}
