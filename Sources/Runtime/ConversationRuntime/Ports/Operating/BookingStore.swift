public import Channels
public import Expressions
import FlowEngine

/// The slots that customers have taken, as operators see and change them.
public protocol BookingStore: Sendable {
    /// Slots that have not passed at `moment`, the earliest first.
    ///
    /// - Parameter calendar: only the slots of this calendar; `nil` for all.
    func bookings(in calendar: String?, from moment: Moment, skipping: Int, limit: Int) async throws -> [StoredBooking]

    /// Gives a slot back, so that others can take it. Returns `false` when there is none with this id.
    ///
    /// - Parameter entry: is added to the audit log with the change.
    func giveBack(booking id: String, recording entry: AuditEntry?) async throws -> Bool
}

extension BookingStore {
    public func giveBack(booking id: String) async throws -> Bool { try await giveBack(booking: id, recording: nil) }
}

/// A slot that a customer has taken.
public struct StoredBooking: Sendable, Hashable {
    public var id: String
    public var calendar: String
    public var start: Moment
    public var end: Moment
    /// When it is given back unless the conversation has ended; `nil` keeps it.
    public var until: Moment?
    /// The name of the answer that took it.
    public var name: String
    public var conversation: ConversationKey
    public var bookedAt: Moment

    public init(
        id: String, calendar: String, start: Moment, end: Moment, until: Moment?, name: String,
        conversation: ConversationKey, bookedAt: Moment
    ) {
        self.id = id
        self.calendar = calendar
        self.start = start
        self.end = end
        self.until = until
        self.name = name
        self.conversation = conversation
        self.bookedAt = bookedAt
    }
}
