import Channels
import ConversationRuntime
import Expressions

/// The rate limits of the web chat.
final class ChatLimits: Sendable {
    /// The actions that are counted.
    private enum Counted: Hashable {
        case session(address: String)
        case message(customer: String)
        case request(customer: String)

    }

    private static let messages = Rate(atOnce: 10, aMinute: 30)
    private static let requests = Rate(atOnce: 100, aMinute: 300)

    private let buckets = RateLimiter<Counted>()
    /// `nil` means no limit.
    private let sessions: Rate?

    /// - Parameter newChats: the maximum number of sessions that may begin from one address per minute; 0 means no
    ///   limit.
    init(newChats: Int) {
        sessions = newChats > 0 ? Rate(atOnce: Double(newChats), aMinute: Double(newChats)) : nil
    }

    func countSession(from address: String, at now: Moment) throws(ChatRefusal) {
        if let sessions { try count(.session(address: address), at: sessions, now: now) }
    }

    func countMessage(of customer: String, at now: Moment) throws(ChatRefusal) {
        try count(.message(customer: customer), at: Self.messages, now: now)
    }

    func countRequest(of customer: String, at now: Moment) throws(ChatRefusal) {
        try count(.request(customer: customer), at: Self.requests, now: now)
    }

    private func count(_ counted: Counted, at rate: Rate, now: Moment) throws(ChatRefusal) {
        guard let seconds = buckets.take(counted, at: rate, now: now) else { return }
        throw ChatRefusal(.tooOften(seconds: seconds), "too many requests; try again in \(seconds) s")
    }
}
