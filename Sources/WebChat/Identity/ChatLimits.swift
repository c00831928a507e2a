import Channels
import ConversationRuntime
import Expressions

/// How often somebody may do something in the web chat.
final class ChatLimits: Sendable {
    /// What is counted.
    private enum Counted: Hashable {
        case session(address: String)
        case message(customer: String)
        case request(customer: String)

        var allowed: Rate {
            switch self {
            case .session: Rate(atOnce: 30, aMinute: 30)
            case .message: Rate(atOnce: 10, aMinute: 30)
            case .request: Rate(atOnce: 100, aMinute: 300)
            }
        }
    }

    private let buckets = Buckets<Counted>()

    func countSession(from address: String, at now: Moment) throws(ChatRefusal) {
        try count(.session(address: address), at: now)
    }

    func countMessage(of customer: String, at now: Moment) throws(ChatRefusal) {
        try count(.message(customer: customer), at: now)
    }

    func countRequest(of customer: String, at now: Moment) throws(ChatRefusal) {
        try count(.request(customer: customer), at: now)
    }

    private func count(_ counted: Counted, at now: Moment) throws(ChatRefusal) {
        guard let seconds = buckets.take(counted, at: counted.allowed, now: now) else { return }
        throw ChatRefusal(.tooOften(seconds: seconds), "that was too often; come again in \(seconds) s")
    }
}
