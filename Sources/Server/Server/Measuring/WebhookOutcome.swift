import Channels
import Measurements

/// What became of a webhook.
enum WebhookOutcome: String, MeasuredWay {
    case accepted
    case repeated
    case ignored
    /// It was not Apple's, or not understood.
    case refused
    /// It could not be kept, and may come again.
    case failed
    /// More came at once than can be answered soon; it may come again.
    case turnedAway = "turned_away"
}

extension WebhookOutcome {
    init(_ receipt: Receipt) {
        switch receipt {
        case .accepted: self = .accepted
        case .repeated: self = .repeated
        case .ignored: self = .ignored
        }
    }
}
