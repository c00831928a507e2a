import Foundation

/// What a calendar and a clock say of a date or a time: `visit.weekday`, `now.time`, `birthday.age`.
extension Value {
    /// - Parameters:
    ///   - today: the day on which an age is asked for.
    ///   - zone: where the clock is.
    public func calendarField(_ name: String, today: CalendarDate, in zone: Zone) -> Value? {
        switch (self, name) {
        case (.date(let date), "weekday"): .weekday(of: date)
        case (.date(let date), "age"): date.age(on: today).map { .number(Decimal($0)) }
        case (.time(let slot), "weekday"): .weekday(of: zone.date(at: slot.start))
        case (.time(let slot), "time"): .duration(.minutes(zone.local(slot.start).time.minutes))
        default: nil
        }
    }

    private static func weekday(of date: CalendarDate) -> Value {
        .choice(Choice(id: date.weekday.name, label: date.weekday.name))
    }
}

extension CalendarDate {
    /// The full years since this day; `nil` for a day to come.
    func age(on today: CalendarDate) -> Int? {
        guard self <= today else { return nil }
        return today.year - year - ((today.month, today.day) < (month, day) ? 1 : 0)
    }
}
