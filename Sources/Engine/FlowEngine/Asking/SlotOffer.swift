import Expressions
import FlowModel

/// The slots of a rule for one customer at one moment.
struct SlotOffer {
    let rule: TimesRule
    let now: Moment
    /// The last slot of the page before; `nil` for the first page.
    let after: Moment?
    let zone: Zone
    let weeks: [Week]
    /// The times that others have taken.
    let taken: [TakenTime]

    /// The slots from the first day on, without those that are taken, and whether more follow them.
    ///
    /// - Throws: `EmptyName` when a name that the rule needs holds nothing.
    func slots(_ scope: some Scope) throws(EmptyName) -> (slots: [TimeSlot], hasMore: Bool) {
        let clock = clock ?? zone
        let today = clock.date(at: now)
        let first = max(today, try firstDay(scope, clock) ?? today)
        let lasting = try length(rule.lastingName, scope) ?? rule.lasting
        let every = try length(rule.everyName, scope) ?? rule.every
        guard lasting > .zero, every > .zero else { return ([], false) }
        let earliest = now + rule.notice
        let except = exceptions(scope)
        var slots: [TimeSlot] = []
        // Hours of yesterday may continue past midnight.
        for day in (first == today ? -1 : 0)..<rule.days where slots.count <= rule.atMost {
            for opening in openings(on: first + day) {
                for slot in self.slots(on: first + day, within: opening, every, lasting, clock) {
                    // When clocks go forward, two local times can be the same moment.
                    guard slot.start >= earliest, after.map({ slot.start > $0 }) ?? true, slots.count <= rule.atMost,
                        slots.last.map({ $0.start < slot.start }) ?? true
                    else { continue }
                    if !except.contains(where: slot.overlaps), isFree(slot) { slots.append(slot) }
                }
            }
        }
        return (Array(slots.prefix(rule.atMost)), slots.count > rule.atMost)
    }

    private func isFree(_ slot: TimeSlot) -> Bool {
        rule.places.map { TakenTime.most(of: taken, during: slot) < $0.count } ?? true
    }

    private func firstDay(_ scope: some Scope, _ clock: Zone) throws(EmptyName) -> CalendarDate? {
        guard let name = rule.from else { return nil }
        switch scope.value(of: name) {
        case .date(let date)?: return date
        case .time(let slot)?: return clock.date(at: slot.start)
        default: throw EmptyName(name)
        }
    }

    private func length(_ name: Name?, _ scope: some Scope) throws(EmptyName) -> TimeLength? {
        guard let name else { return nil }
        guard case .duration(let length)? = scope.value(of: name) else { throw EmptyName(name) }
        return min(length, .days(1))
    }

    /// Where the clock of its hours is, if that differs from the bot's.
    private var clock: Zone? {
        if case .week(let index) = rule.hours { weeks[index].zone } else { nil }
    }

    private func openings(on date: CalendarDate) -> [ClosedRange<TimeOfDay>] {
        switch rule.hours {
        case .week(let index): weeks[index].hours(on: date)
        case .every(let ranges): ranges
        }
    }

    private func slots(
        on date: CalendarDate, within opening: ClosedRange<TimeOfDay>, _ every: TimeLength, _ lasting: TimeLength,
        _ clock: Zone
    ) -> [TimeSlot] {
        let length = lasting.seconds / 60
        return stride(
            from: opening.lowerBound.minutes, through: opening.upperBound.minutes - length,
            by: max(1, every.seconds / 60)
        ).compactMap { minutes in
            TimeOfDay.after(midnight: minutes).map { TimeSlot(start: clock.moment(date, $0), duration: lasting) }
        }
    }

    private func exceptions(_ scope: some Scope) -> [TimeSlot] {
        guard let except = rule.except, case .list(let items)? = scope.value(of: except) else { return [] }
        return items.compactMap { if case .time(let slot) = $0 { slot } else { nil } }
    }
}

extension TimesQuestion {
    /// The places of its rule, if customers take its slots.
    var places: TimesRule.Places? {
        if case .rule(let rule) = source { rule.places } else { nil }
    }
}

extension TimeSlot {
    fileprivate func overlaps(_ other: TimeSlot) -> Bool {
        start < other.end && other.start < end || start == other.start
    }
}
