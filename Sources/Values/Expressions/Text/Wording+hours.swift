import Foundation

/// Opening hours and their days.
extension Wording {
    /// The name of the place whose clock a zone has: `London`, `Londres`.
    func place(of zone: Zone) -> String {
        let isPlace = zone.identifier.contains("/") && !zone.identifier.hasPrefix("Etc/")
        let style = Date.FormatStyle(locale: locale, timeZone: zone.timeZone)
        return Date(timeIntervalSince1970: 0).formatted(
            isPlace ? style.timeZone(.exemplarLocation) : style.timeZone(.localizedGMT(.short)))
    }

    /// What follows hours by the clock of another zone, so that customers do not take them for hours by
    /// their own: ` (London)`.
    public func clock(of zone: Zone?) -> String {
        guard edition == .newest, let zone, zone != self.zone else { return "" }
        return " (\(place(of: zone)))"
    }

    /// `09:00–12:00, 14:00–18:00`, or the word for closed.
    public func hours(_ hours: [ClosedRange<TimeOfDay>]) -> String {
        if hours.isEmpty { return Self.closed[String(language.prefix(2))] ?? "closed" }
        return hours.map { "\(text($0.lowerBound))–\(text($0.upperBound))" }.joined(separator: ", ")
    }

    /// The name of a weekday.
    public func weekday(_ weekday: Weekday) -> String {
        // 5 January 1970 was a Monday.
        text(.date(CalendarDate(dayNumber: 4 + weekday.rawValue)), as: .day)
    }

    /// The words for closed, by language.
    private static let closed = [
        "en": "closed", "de": "geschlossen", "fr": "fermé", "es": "cerrado", "it": "chiuso", "pt": "fechado",
        "nl": "gesloten", "pl": "zamknięte", "sv": "stängt", "da": "lukket", "nb": "stengt", "fi": "suljettu",
        "cs": "zavřeno", "hu": "zárva", "ro": "închis", "el": "κλειστά", "tr": "kapalı", "ru": "закрыто",
        "uk": "зачинено", "ar": "مغلق", "he": "סגור", "ja": "休業", "zh": "休息", "ko": "휴무",
    ]
}
