import Diagnostics
import Expressions

/// Constant times are in the future, differ, and do not overlap.
struct WrittenSlots: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allTimes.flatMap { _, times -> [Diagnostic] in
            guard case .slots(let slots) = times.source else { return [] }
            let zone = times.zoneOfSlots(analysis.project.bot.zone)
            let starts = slots.map { zone.moment($0.date, $0.time) }
            return past(slots, starts, analysis.project.options.now) + beside(slots, starts)
                + (times.zone?.value == .customer ? [] : clockChange(slots, starts, zone))
        }
    }

    private func past(_ slots: [SlotSyntax], _ starts: [Moment], _ now: Moment) -> [Diagnostic] {
        zip(slots, starts).filter { $1 < now }.map { slot, _ in
            Diagnostic(.pastSlot, "this time has passed", at: slot.span, label: "in the past", help: "take it out")
        }
    }

    /// Slots that begin at the same time, or before an earlier one has ended.
    private func beside(_ slots: [SlotSyntax], _ starts: [Moment]) -> [Diagnostic] {
        var found: [Diagnostic] = []
        let order = slots.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
        guard var longest = order.first else { return [] }
        for (before, slot) in zip(order, order.dropFirst()) {
            if starts[before] == starts[slot] {
                found.append(twice(slots[slot], first: slots[before]))
            } else if starts[longest] + slots[longest].length > starts[slot] {
                found.append(overlapping(slots[slot], earlier: slots[longest]))
            }
            if starts[slot] + slots[slot].length > starts[longest] + slots[longest].length { longest = slot }
        }
        return found
    }

    private func twice(_ slot: SlotSyntax, first: SlotSyntax) -> Diagnostic {
        Diagnostic(
            .duplicateSlot, "this time is offered twice", at: slot.span, label: "the second time",
            help: "take one of them out", related: [Diagnostic.Related("the first time", at: first.span)])
    }

    private func overlapping(_ slot: SlotSyntax, earlier: SlotSyntax) -> Diagnostic {
        Diagnostic(
            .overlappingSlots, "\(slot.time.text) begins before the slot from \(earlier.time.text) ends",
            at: slot.span, label: "overlaps", help: "make one of them shorter",
            related: [Diagnostic.Related("this one", at: earlier.span)])
    }

    /// A message to Apple has one offset from UTC; slots after a clock change are not part of it.
    private func clockChange(_ slots: [SlotSyntax], _ starts: [Moment], _ zone: Zone) -> [Diagnostic] {
        let order = slots.indices.sorted { starts[$0] < starts[$1] }
        guard let first = order.first,
            let changed = order.first(where: { zone.offset(at: starts[$0]) != zone.offset(at: starts[first]) })
        else { return [] }
        let day = zone.lastClockChange(before: starts[changed])
        return [
            Diagnostic(
                .clockChange, "the clocks change on \(day.day) \(day.monthName); later slots are left out",
                at: slots[changed].span, label: "after the clock change",
                help: "these are offered when the earlier ones have passed")
        ]
    }
}

extension TimesSyntax {
    /// The time zone in which slots are written and offered.
    func zoneOfSlots(_ bot: Zone) -> Zone {
        if case .zone(let zone)? = zone?.value { zone } else { bot }
    }
}

extension Zone {
    /// The date of the last clock change before a moment.
    fileprivate func lastClockChange(before moment: Moment) -> CalendarDate {
        let offset = offset(at: moment)
        var day = 0
        while day < 366, self.offset(at: moment - .days(day)) == offset { day += 1 }
        var hour = 0
        while hour < 24, self.offset(at: moment - .days(day) + .hours(hour)) != offset { hour += 1 }
        return date(at: moment - .days(day) + .hours(hour))
    }
}

extension CalendarDate {
    /// The English name of the month.
    fileprivate var monthName: String {
        [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ][month - 1]
    }
}
