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

    }

    private static let messages = Rate(atOnce: 10, aMinute: 30)
    private static let requests = Rate(atOnce: 100, aMinute: 300)

    private let buckets = Buckets<Counted>()
    /// `nil` is no limit.
    private let sessions: Rate?

    /// - Parameter newChats: how many sessions may begin from one address a minute; 0 is no limit.
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
        throw ChatRefusal(.tooOften(seconds: seconds), "that was too often; come again in \(seconds) s")
    }
}
