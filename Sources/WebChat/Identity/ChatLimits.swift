import ConversationRuntime
import Expressions
import Synchronization

/// How often somebody may do something: a bucket for each, which fills again with time.
final class ChatLimits: Sendable {
    /// What is counted.
    enum Counted: Hashable {
        case session(address: String)
        case message(customer: String)
        case request(customer: String)

        /// How many at once, and how many a minute.
        fileprivate var allowed: (atOnce: Double, aMinute: Double) {
            switch self {
            case .session: (30, 30)
            case .message: (10, 30)
            case .request: (100, 300)
            }
        }
    }

    fileprivate struct Bucket {
        var filled: Double
        var at: Moment
    }

    private let buckets = Mutex<[Counted: Bucket]>([:])
    private static let mostBuckets = 50_000

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
        let allowed = counted.allowed
        let lacking = buckets.withLock { buckets -> Double in
            if buckets.count >= Self.mostBuckets { buckets = buckets.filter { !$0.value.isFull($0.key, at: now) } }
            // Still too many: all begin anew, which only the busiest notice.
            if buckets.count >= Self.mostBuckets { buckets.removeAll(keepingCapacity: true) }
            let filled = buckets[counted]?.filling(counted, at: now) ?? allowed.atOnce
            buckets[counted] = Bucket(filled: filled >= 1 ? filled - 1 : filled, at: now)
            return 1 - filled
        }
        guard lacking > 0 else { return }
        let seconds = max(1, Int((lacking / allowed.aMinute * 60).rounded(.up)))
        throw ChatRefusal(.tooOften(seconds: seconds), "that was too often; come again in \(seconds) s")
    }
}

extension ChatLimits.Bucket {
    fileprivate func filling(_ counted: ChatLimits.Counted, at now: Moment) -> Double {
        let minutes = Double((now - at).milliseconds) / 60_000
        return min(counted.allowed.atOnce, filled + max(0, minutes) * counted.allowed.aMinute)
    }

    fileprivate func isFull(_ counted: ChatLimits.Counted, at now: Moment) -> Bool {
        filling(counted, at: now) >= counted.allowed.atOnce
    }
}
