/// The messages that wait to be sent, in a lane per conversation, as far as they are kept in memory.
///
/// The store contains all of them. A lane keeps the first few and remembers whether there are more; when there are very
/// many lanes, or no search has run yet, some conversations have no lane although messages of theirs are in the store.
///
/// Other processes write to the same store. Each commit reports the message behind which it queued its own, read in the
/// same transaction: if that is not the last one of the lane, another process has added or deleted messages, and the
/// lane is read again.
struct Lanes {
    private struct Lane {
        var waiting: [StoredDelivery] = []
        /// The message that precedes the first of `waiting`; used while the store is being read.
        var behind: DeliveryID?
        /// Whether the store contains more messages after those in `waiting`.
        var hasMore = false
        /// Whether the store is being read for this lane. Messages dropped meanwhile must not come back with the
        /// result.
        var isReading = false
    }

    /// The next action for the lane of a conversation.
    enum Next: Equatable {
        case send(StoredDelivery)
        /// Read the next messages from the store, and `fill` the lane.
        case read
        /// The lane is closed: no messages are left.
        case nothing
    }

    /// The result of adding messages.
    enum Addition: Equatable {
        /// They wait in an existing lane.
        case none
        /// They opened a lane.
        case opened
        /// The lane no longer matches the store, and is read again before anything else is sent.
        case readsAgain
    }

    private var lanes: [SessionID: Lane] = [:]
    private let most: Int
    let length: Int
    /// Whether every conversation with waiting messages has a lane.
    private(set) var isComplete: Bool
    /// Whether a conversation was left without a lane since the current search began.
    private var hasMissed = false

    /// - Parameters:
    ///   - most: the maximum number of lanes.
    ///   - length: the number of messages kept per lane.
    ///   - isComplete: whether a lane opens with all that waits in it, so that no search is needed before.
    init(most: Int, length: Int, isComplete: Bool = false) {
        self.isComplete = isComplete
        self.most = most
        self.length = length
    }

    var isEmpty: Bool { lanes.isEmpty }
    var count: Int { lanes.count }
    var hasRoom: Bool { lanes.count < most }
    /// The number of lanes that can still be opened.
    var room: Int { max(0, most - lanes.count) }
    /// The number of messages kept.
    var kept: Int { lanes.values.reduce(0) { $0 + $1.waiting.count } }

    /// Adds messages that have just been committed.
    ///
    /// - Parameters:
    ///   - previous: the message that was last in the store's queue before them; `nil` when there was none.
    ///   - sent: the message up to which everything in the conversation has been sent, as far as that is remembered.
    mutating func add(
        _ deliveries: [StoredDelivery], to session: SessionID, behind previous: DeliveryID?, sent: DeliveryID?
    ) -> Addition {
        let isNext = Self.isReached(previous, by: sent)
        guard var lane = lanes[session] else { return open(session, with: deliveries, isNext: isNext) }
        let isEmpty = lane.waiting.isEmpty
        if lane.hasMore || lane.waiting.count + deliveries.count > length {
            lane.hasMore = true
        } else if isEmpty ? lane.isReading || isNext : lane.waiting.last?.id == previous {
            if isEmpty { lane.behind = previous }
            lane.waiting += deliveries
        } else {
            lanes[session] = Lane(hasMore: true)
            return .readsAgain
        }
        lanes[session] = lane
        return .none
    }

    private mutating func open(_ session: SessionID, with deliveries: [StoredDelivery], isNext: Bool) -> Addition {
        guard hasRoom else {
            isComplete = false
            hasMissed = true
            return .none
        }
        // If messages may have been left behind, only the store knows the order.
        let isKnown = isComplete && isNext && deliveries.count <= length
        lanes[session] = isKnown ? Lane(waiting: deliveries) : Lane(hasMore: true)
        return .opened
    }

    /// Whether no message waits between `message` and those queued behind `previous`.
    private static func isReached(_ previous: DeliveryID?, by message: DeliveryID?) -> Bool {
        guard let previous else { return true }
        return message.map { previous <= $0 } ?? false
    }

    /// Opens a lane for a conversation that the search has found. Returns whether it had none, or `nil` when the
    /// maximum number of lanes is reached.
    mutating func open(_ session: SessionID) -> Bool? {
        if lanes[session] != nil { return false }
        guard hasRoom else { return nil }
        lanes[session] = Lane(hasMore: true)
        return true
    }

    /// Starts a search for conversations without lanes.
    mutating func beginSearch() { hasMissed = false }

    /// Ends the search.
    mutating func endSearch() { isComplete = !hasMissed }

    /// Drops the messages that wait in a conversation.
    mutating func drop(_ session: SessionID) {
        if lanes[session] != nil { lanes[session] = Lane() }
    }

    /// Marks that the store differs from what is kept here, so that the lane is read again. Returns whether this opened
    /// a lane.
    mutating func readAgain(_ session: SessionID) -> Bool {
        let isNew = lanes[session] == nil
        guard !isNew || hasRoom else {
            isComplete = false
            hasMissed = true
            return false
        }
        lanes[session] = Lane(hasMore: true)
        return isNew
    }

    /// Marks that messages up to this number wait in the store, so that the lane is read again after those kept here: also when
    /// it is just being read, maybe as it was before.
    mutating func extend(_ session: SessionID, to last: Int) {
        guard let lane = lanes[session] else { return }
        if lane.waiting.last.map({ $0.id.number < last }) ?? true { lanes[session]?.hasMore = true }
    }

    func contains(_ session: SessionID) -> Bool { lanes[session] != nil }

    /// Returns the next action for a conversation; closes its lane when no messages are left.
    mutating func next(of session: SessionID) -> Next {
        guard let lane = lanes[session] else { return .nothing }
        if let first = lane.waiting.first { return .send(first) }
        guard lane.hasMore else {
            lanes[session] = nil
            return .nothing
        }
        // Set before the store is read, so that messages added meanwhile are not lost.
        lanes[session] = Lane(isReading: true)
        return .read
    }

    /// Fills the lane with the result of a read: the first messages that wait behind `sent`, or `nil` when the read
    /// failed.
    mutating func fill(_ session: SessionID, with found: [StoredDelivery]?, after sent: DeliveryID?) {
        guard var lane = lanes[session], lane.isReading else { return }
        lane.isReading = false
        if let found {
            lane.hasMore =
                lane.hasMore || found.count == length
                || !lane.waiting.isEmpty && !Self.isReached(lane.behind, by: found.last?.id ?? sent)
            let known = Set(found.map(\.id))
            lane.waiting = found + (lane.hasMore ? [] : lane.waiting.filter { !known.contains($0.id) })
        } else {
            lane.hasMore = true
            lane.waiting = []
        }
        lanes[session] = lane
    }

    /// Whether this message is still next to be sent.
    func isFirst(_ delivery: StoredDelivery) -> Bool { lanes[delivery.session]?.waiting.first?.id == delivery.id }

    /// Removes this message from the front of its lane.
    mutating func pop(_ delivery: StoredDelivery) {
        if isFirst(delivery) { lanes[delivery.session]?.waiting.removeFirst() }
    }
}
