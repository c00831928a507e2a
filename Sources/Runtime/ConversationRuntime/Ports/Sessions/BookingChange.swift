public import FlowEngine

extension TurnRecord {
    /// The slots that the turn takes, or takes for longer: they must be free of others.
    public var takenSlots: [SlotBooking] {
        let before = replaces?.session.bookings ?? []
        return (turn?.session.bookings ?? []).filter { booking in
            before.first { $0.id == booking.id } != booking
        }
    }

    /// The ids of the slots that the turn gives back.
    public var slotsGivenBack: [String] {
        guard let turn else { return [] }
        let kept = Set(turn.session.bookings.map(\.id))
        return (replaces?.session.bookings ?? []).map(\.id).filter { !kept.contains($0) }
    }
}
