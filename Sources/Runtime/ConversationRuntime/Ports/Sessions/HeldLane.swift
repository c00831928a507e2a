public import Expressions

/// The sending of a conversation's messages, as one of several servers holds it.
///
/// A server takes what it sends with its turn, or finds it waiting, and holds it for the length of its claim. Every mark
/// renews that. What it writes counts as long as its epoch is the lane's: a server that was slower than its claim changes
/// nothing once another has taken the lane.
public struct HeldLane: Sendable, Hashable {
    public var session: SessionID
    /// Grows with each change of the holder.
    public var epoch: Int

    public init(_ session: SessionID, epoch: Int) {
        self.session = session
        self.epoch = epoch
    }
}

/// Who sends the messages of a turn, as its commit has found it or decided.
public struct LaneHolder: Sendable, Hashable {
    /// `nil` while a message before them waits for its next try: the server that finds the lane then sends all of them.
    public var owner: String?
    public var epoch: Int

    public init(owner: String?, epoch: Int) {
        self.owner = owner
        self.epoch = epoch
    }
}

/// A message up to which the holder of a lane has sent everything.
public struct LaneMark: Sendable, Hashable {
    public var delivery: DeliveryID
    public var epoch: Int

    public init(_ delivery: DeliveryID, epoch: Int) {
        self.delivery = delivery
        self.epoch = epoch
    }

    public var lane: HeldLane { HeldLane(delivery.session, epoch: epoch) }
}

/// How far a conversation's messages have been sent.
public struct LaneCounters: Sendable, Hashable {
    /// The number up to which all have been sent, given up or dropped.
    public var sent: Int
    /// The number of the last message.
    public var last: Int

    public init(sent: Int, last: Int) {
        self.sent = sent
        self.last = last
    }
}

/// Why the first message of a lane waits, and how long.
public struct LaneRetry: Sendable, Hashable {
    public var delivery: DeliveryID
    public var attempts: Int
    /// When the first of its attempts failed.
    public var since: Moment?
    public var nextTry: Moment
    /// How long it waits from now on. Servers may differ about the time, but not about this.
    public var delay: TimeLength

    public init(_ delivery: DeliveryID, attempts: Int, since: Moment?, nextTry: Moment, delay: TimeLength) {
        self.delivery = delivery
        self.attempts = attempts
        self.since = since
        self.nextTry = nextTry
        self.delay = delay
    }
}

/// A store that one server uses alone has no lanes to take.
extension SessionStore {
    public func claimLanes(limit: Int, at moment: Moment, for claim: Claim) async throws -> [HeldLane] { [] }

    public func renew(_ lanes: [HeldLane], at moment: Moment, for claim: Claim) async throws -> Set<HeldLane> { [] }

    public func mark(
        _ marks: [LaneMark], at moment: Moment, for claim: Claim
    ) async throws -> [SessionID: LaneCounters] { [:] }

    public func deliveries(
        in lane: HeldLane, of owner: String, after delivery: DeliveryID?, limit: Int
    ) async throws -> [StoredDelivery]? { nil }

    public func letGo(
        _ lane: HeldLane, of owner: String, sent: DeliveryID?, retry: LaneRetry?, at moment: Moment
    ) async throws {}

    public func letGoLanes(of owner: String, at moment: Moment) async throws {}
}
