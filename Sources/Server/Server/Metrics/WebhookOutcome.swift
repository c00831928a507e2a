import Channels
import ServerMetrics

/// The outcome of a webhook, as a metric label.
enum WebhookOutcome: String, MetricLabel {
    case accepted
    case repeated
    case ignored
    /// It did not come from Apple, or could not be parsed.
    case refused
    /// It could not be stored; Apple may send it again.
    case failed
    /// Too many webhooks arrived at once; Apple may send it again.
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
