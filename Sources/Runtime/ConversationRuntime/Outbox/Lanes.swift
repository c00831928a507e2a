/// Which messages wait to be sent, in a lane for each conversation, as far as they are kept in memory.
///
/// The store holds all of them. A lane keeps the first few and remembers whether there are more; when there are very many
/// lanes, or none has been looked for yet, some conversations have none although messages of theirs lie in the store.
///
/// Other processes write to the same store. Each commit says behind which message it has put its own, read in the same
/// transaction: when that is not the last one of the lane, others have written or deleted, and the lane is read again.
struct Lanes {
    private struct Lane {
        var waiting: [StoredDelivery] = []
        /// The message behind which the first of `waiting` was put; of interest while the store is being read.
        var behind: DeliveryID?
        /// Whether the store holds messages behind those in `waiting`.
        var hasMore = false
        /// Whether the store is being read for this lane. What is dropped meanwhile must not come back with the answer.
        var isReading = false
    }

    /// What the lane of a conversation has to do next.
    enum Next: Equatable {
        case send(StoredDelivery)
        /// Read the next messages from the store, and `fill` the lane.
        case read
        /// The lane is gone: nothing is left.
        case nothing
    }

    /// What has become of messages that were added.
    enum Addition: Equatable {
        /// They wait in a lane that was there.
        case none
        /// They have opened a lane.
        case opened
        /// The lane no longer holds what the store does, and is read again before anything else is sent.
        case readsAgain
    }

    private var lanes: [SessionID: Lane] = [:]
    private let most: Int
    let length: Int
    /// Whether every conversation in which messages wait has a lane.
    private(set) var isComplete = false
    /// Whether a conversation has been left without a lane since the search for them began.
    private var hasMissed = false

    /// - Parameters:
    ///   - most: how many lanes there are at most.
    ///   - length: how many messages of a lane are kept.
    init(most: Int, length: Int) {
        self.most = most
        self.length = length
    }

    var isEmpty: Bool { lanes.isEmpty }
    var count: Int { lanes.count }
    var hasRoom: Bool { lanes.count < most }
    /// How many messages are kept.
    var kept: Int { lanes.values.reduce(0) { $0 + $1.waiting.count } }

    /// Takes messages that have just been committed.
    ///
    /// - Parameters:
    ///   - previous: the message that waited last in the store before them; `nil` when none did.
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
        // Where something may have been left behind, the store knows the order.
        let isKnown = isComplete && isNext && deliveries.count <= length
        lanes[session] = isKnown ? Lane(waiting: deliveries) : Lane(hasMore: true)
        return .opened
    }

    /// Whether nothing waits between a message and what was put behind `previous`.
    private static func isReached(_ previous: DeliveryID?, by message: DeliveryID?) -> Bool {
        guard let previous else { return true }
        return message.map { previous <= $0 } ?? false
    }

    /// Opens a lane for a conversation that the search has found. Returns whether it had none, and `nil` when there is no
    /// room for it.
    mutating func open(_ session: SessionID) -> Bool? {
        if lanes[session] != nil { return false }
        guard hasRoom else { return nil }
        lanes[session] = Lane(hasMore: true)
        return true
    }

    /// A search for conversations without lanes begins.
    mutating func beginSearch() { hasMissed = false }

    /// It has come to its end.
    mutating func endSearch() { isComplete = !hasMissed }

    /// Forgets what waits in a conversation.
    mutating func drop(_ session: SessionID) {
        if lanes[session] != nil { lanes[session] = Lane() }
    }

    /// What lies in the store is no longer what is kept here: it is read again. Returns whether this has opened a lane.
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

    /// What to do next in a conversation; closes its lane when nothing is left.
    mutating func next(of session: SessionID) -> Next {
        guard let lane = lanes[session] else { return .nothing }
        if let first = lane.waiting.first { return .send(first) }
        guard lane.hasMore else {
            lanes[session] = nil
            return .nothing
        }
        // Before the store is read, so that what is added meanwhile is not lost.
        lanes[session] = Lane(isReading: true)
        return .read
    }

    /// The store has been read: these are the first messages that wait behind `sent`, `nil` when reading failed.
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

    /// Whether this message is still the one to be sent.
    func isFirst(_ delivery: StoredDelivery) -> Bool { lanes[delivery.session]?.waiting.first?.id == delivery.id }

    /// This message is done with.
    mutating func pop(_ delivery: StoredDelivery) {
        if isFirst(delivery) { lanes[delivery.session]?.waiting.removeFirst() }
    }
}
