import Expressions
import FlowModel

extension TimesRule {
    /// The slots of the rule, from the first day on, without those that are taken.
    func slots(from now: Moment, in zone: Zone, weeks: [Week], scope: some Scope) -> [TimeSlot] {
        let earliest = now + notice
        let zone = clock(of: weeks) ?? zone
        let today = zone.date(at: now)
        let taken = takenSlots(scope)
        var slots: [TimeSlot] = []
        // Hours of yesterday may go on past midnight.
        for day in -1..<days where slots.count < atMost {
            let date = today + day
            for opening in openings(on: date, weeks) {
                for slot in self.slots(on: date, within: opening, in: zone) {
                    // When clocks go forward, two local times can be the same moment.
                    guard slot.start >= earliest, slots.count < atMost,
                        slots.last.map({ $0.start < slot.start }) ?? true
                    else { continue }
                    if !taken.contains(where: slot.overlaps) { slots.append(slot) }
                }
            }
        }
        return slots
    }

    /// Where the clock of its hours is, if that differs from the bot's.
    private func clock(of weeks: [Week]) -> Zone? {
        if case .week(let index) = hours { weeks[index].zone } else { nil }
    }

    private func openings(on date: CalendarDate, _ weeks: [Week]) -> [ClosedRange<TimeOfDay>] {
        switch hours {
        case .week(let index): weeks[index].hours(on: date)
        case .every(let ranges): ranges
        }
    }

    private func slots(on date: CalendarDate, within opening: ClosedRange<TimeOfDay>, in zone: Zone) -> [TimeSlot] {
        let step = every.seconds / 60
        let length = lasting.seconds / 60
        return stride(from: opening.lowerBound.minutes, through: opening.upperBound.minutes - length, by: max(1, step))
            .compactMap { minutes in
                TimeOfDay.after(midnight: minutes).map {
                    TimeSlot(start: zone.moment(date, $0), duration: lasting)
                }
            }
    }

    private func takenSlots(_ scope: some Scope) -> [TimeSlot] {
        guard let except, case .list(let items)? = scope.value(of: except) else { return [] }
        return items.compactMap { if case .time(let slot) = $0 { slot } else { nil } }
    }
}

extension TimeSlot {
    fileprivate func overlaps(_ other: TimeSlot) -> Bool {
        start < other.end && other.start < end || start == other.start
    }
}
