import Foundation

/// Formats values for one language and one time zone, following local conventions.
///
/// Dates, numbers, money, lists and plural forms follow the Unicode CLDR as implemented by Foundation's ICU.
public struct Wording: Sendable {
    /// A language code such as `de`.
    public let language: String
    public let zone: Zone
    /// The conventions that it follows; earlier ones for texts that were written under them.
    public let edition: Edition
    let locale: Locale
    /// That of dates in words, whose pattern belongs to the language.
    private let dateLocale: Locale
    /// Whether the region is known, and with it the order of day and month.
    private let isRegional: Bool

    /// What texts depend on beside language, zone and region. Those of earlier editions are written again as they were.
    public enum Edition: Sendable, Hashable {
        /// Hours are written without their place, and dates in words as the region writes them in its own language.
        case first
        case newest
    }

    /// - Parameter region: the customer's region; `nil` formats the language independently of regions.
    public init(language: String, zone: Zone, region: RegionCode? = nil, edition: Edition = .newest) {
        self.language = language
        self.zone = zone
        self.edition = edition
        isRegional = region?.isKnown ?? false
        // Plain English means the international variant: 1 December 2026, 14:00, €24.90.
        if let region {
            let locales = RegionalLocales.of(language, in: region)
            locale = locales.all
            dateLocale = edition == .newest ? locales.dates : locales.all
        } else {
            locale = Locale(identifier: language == "en" ? "en_GB" : language)
            dateLocale = edition == .newest ? Locale.ofDates(in: locale) : locale
        }
    }

    /// The numeric date format as a Unicode date pattern; `nil` where the order is not known, and where the format
    /// needs more than digits and separators.
    public var datePattern: String? {
        guard locale.identifier != Locale.written("en", in: .unknown).identifier || isRegional else { return nil }
        let pattern = DateFormatter.dateFormat(fromTemplate: "ddMMyyyy", options: 0, locale: locale)
        return pattern.flatMap { $0.allSatisfy { "dMy./- ".contains($0) } ? $0 : nil }
    }

    /// The value in the default format of its type.
    public func text(_ value: Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): number.formatted(.number.precision(.fractionLength(0...20)).locale(locale))
        case .money(let money): text(money)
        case .date(let date): text(date, .date)
        case .time(let slot): text(slot.start, .dateAndTime)
        case .duration(let length): text(length)
        case .yesNo(let value): yesNo(value)
        case .choice(let choice): choice.shown ?? choice.label
        case .file(let file): file.name
        case .place(let place): place.line
        case .record(let fields): fields.names.compactMap { fields[$0] }.map(text).joined(separator: ", ")
        case .list(let items): list(items, .and)
        }
    }

    /// The value in `format`; a format that does not fit the value is ignored.
    public func text(_ value: Value, as format: ValueFormat) -> String {
        switch (value, format) {
        case (.number(let number), _): text(number, format)
        case (.money(let money), .amount):
            money.amount.formatted(.number.precision(.fractionLength(money.currency.decimals)).locale(locale))
        case (.date(let date), _): text(date, format)
        case (.time(let slot), .iso): slot.start.iso(in: zone)
        case (.time(let slot), _): text(slot.start, format)
        case (.list(let items), _): list(items, format)
        case (.text, .upper), (.choice, .upper): text(value).uppercased(with: locale)
        case (.text, .lower), (.choice, .lower): text(value).lowercased(with: locale)
        case (.text, .capital), (.choice, .capital): capitalized(text(value))
        default: text(value)
        }
    }

    private func text(_ number: Decimal, _ format: ValueFormat) -> String {
        switch format {
        case .whole: number.rounded(to: 0).formatted(.number.precision(.fractionLength(0)).locale(locale))
        case .plain: number.description
        case .percent: number.formatted(.percent.precision(.fractionLength(0...20)).locale(locale))
        case .decimals(let count):
            number.rounded(to: count).formatted(.number.precision(.fractionLength(count)).locale(locale))
        default: text(.number(number))
        }
    }

    private func text(_ money: Money) -> String {
        money.amount.formatted(
            .currency(code: money.currency.code).precision(.fractionLength(money.currency.decimals)).locale(locale))
    }

    private func text(_ date: CalendarDate, _ format: ValueFormat) -> String {
        if format == .iso { return date.iso }
        let noon = Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400 + 43_200)
        return noon.formatted(style(format, .gmt))
    }

    private func text(_ moment: Moment, _ format: ValueFormat) -> String {
        Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000).formatted(style(format, zone.timeZone))
    }

    /// A time of day, also one past midnight.
    func text(_ time: TimeOfDay) -> String {
        Date(timeIntervalSince1970: Double(time.minutes % 1_440) * 60).formatted(style(.time, .gmt))
    }

    /// A day and its month, without the year.
    public func dayOfMonth(_ date: CalendarDate) -> String {
        let noon = Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400 + 43_200)
        let style = Date.FormatStyle(locale: dateLocale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
        return noon.formatted(style.day().month(.wide))
    }

    private func style(_ format: ValueFormat, _ timeZone: TimeZone) -> Date.FormatStyle {
        let isDigits = format == .shortDate || format == .time
        let style = Date.FormatStyle(
            locale: isDigits ? locale : dateLocale, calendar: Calendar(identifier: .gregorian), timeZone: timeZone)
        switch format {
        case .date: return style.day().month(.wide).year()
        case .shortDate: return style.day(.twoDigits).month(.twoDigits).year()
        case .day: return style.weekday(.wide)
        case .time: return style.hour(.defaultDigits(amPM: .abbreviated)).minute(.twoDigits)
        default:
            return style.day().month(.wide).year().hour(.defaultDigits(amPM: .abbreviated)).minute(.twoDigits)
        }
    }

    private func text(_ length: TimeLength) -> String {
        Duration.milliseconds(length.milliseconds).formatted(
            Duration.UnitsFormatStyle(
                allowedUnits: [.weeks, .days, .hours, .minutes, .seconds], width: .wide
            ).locale(locale))
    }

    private func list(_ items: [Value], _ format: ValueFormat) -> String {
        let texts = items.map(text)
        switch format {
        case .lines: return texts.joined(separator: "\n")
        case .count: return text(.number(Decimal(items.count)))
        case .or: return texts.formatted(.list(type: .or).locale(locale))
        default: return texts.formatted(.list(type: .and).locale(locale))
        }
    }

    private func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased(with: locale) + text.dropFirst()
    }

    private func yesNo(_ value: Bool) -> String {
        let words = Self.yesNoWords[String(language.prefix(2))] ?? ("yes", "no")
        return value ? words.0 : words.1
    }

    /// CLDR's words for yes and no, by language.
    private static let yesNoWords: [String: (String, String)] = [
        "en": ("yes", "no"), "de": ("ja", "nein"), "fr": ("oui", "non"), "es": ("sí", "no"), "it": ("sì", "no"),
        "pt": ("sim", "não"), "nl": ("ja", "nee"), "pl": ("tak", "nie"), "ja": ("はい", "いいえ"), "ar": ("نعم", "لا"),
    ]

    /// The key that a `select` compares: an answer's id, a text unchanged, `yes` or `no`.
    func selector(_ value: Value) -> String {
        switch value {
        case .choice(let choice): choice.id
        case .yesNo(let value): value ? "yes" : "no"
        case .number(let number): number.description
        default: text(value)
        }
    }
}
