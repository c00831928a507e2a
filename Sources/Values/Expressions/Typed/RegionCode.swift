import Foundation
import Synchronization

/// The customer's region, such as `US`, which determines how dates, numbers and money are read and formatted.
public struct RegionCode: Sendable, Hashable {
    /// Two letters of ISO 3166, or three digits of UN M49.
    public let code: String

    /// The unknown region: `ZZ`, as in the Unicode CLDR.
    public static let unknown = RegionCode(unchecked: "ZZ")

    private init(unchecked code: String) { self.code = code }

    /// - Returns: `nil` when there is no such region.
    public init?(_ code: some StringProtocol) {
        let code = code.uppercased()
        guard Self.all.contains(code) else { return nil }
        self.init(unchecked: code)
    }

    /// The region in a locale or a language tag, such as `en_US`, `de-DE` or `zh-Hans-CN`.
    public init(locale: String?) {
        self = locale.flatMap { LocaleParts.region(of: $0) }.flatMap { RegionCode($0) } ?? .unknown
    }

    public var isKnown: Bool { self != .unknown }

    /// Codes of two letters, and the numeric codes of groups of countries.
    private static let all: Set<String> = Set(
        Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 && $0 != "ZZ" } + ["001", "150", "419"])

    /// Whether numeric dates begin with the month.
    var putsMonthFirst: Bool { Self.monthFirst.contains(code) }

    /// Whether both orders are in use, or neither: numeric dates there are formatted with the year first.
    var hasNoOrder: Bool { !isKnown || ["CA", "CN", "HU", "JP", "KP", "KR", "LT", "MN", "TW"].contains(code) }

    static let monthFirst: Set<String> = ["US", "PH", "PR", "GU", "AS", "VI", "MP", "UM", "FM", "MH", "PW"]
}

/// The parts of a language tag.
struct LocaleParts {
    /// In lower case.
    let language: String
    /// Four letters, such as `Hant`.
    let script: String?
    /// In upper case.
    let region: String?

    init(_ identifier: String) {
        let parts = identifier.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }.map { Substring($0) }
        language = parts.first.map { $0.lowercased() } ?? "en"
        script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }.map(String.init)
        region = Self.region(of: identifier)
    }

    /// The region alone, in upper case.
    static func region(of identifier: String) -> String? {
        let parts = identifier.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }.dropFirst()
        let region = parts.first { part in
            part.count == 2 && part.allSatisfy { $0 < 0x80 }
                || part.count == 3 && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return region.map { Substring($0).uppercased() }
    }
}

extension Locale {
    private static let known = Set(availableIdentifiers)

    /// The locale of a language in a region. Plain English means the international variant: 1 December 2026, 14:00,
    /// €24.90. A language for which the CLDR has no data in the region is formatted in its default way.
    static func written(_ language: String, in region: RegionCode) -> Locale {
        let parts = LocaleParts(language)
        let code = region.isKnown ? region.code : parts.region
        let names = [[parts.language, parts.script, code], [parts.language, code]].map {
            $0.compactMap { $0 }.joined(separator: "_")
        }
        if code != nil, let name = names.first(where: known.contains) { return Locale(identifier: name) }
        return Locale(identifier: parts.language == "en" ? "en_GB" : language)
    }

    /// The locale of dates in words. Where English is a guest, the CLDR writes its words in the pattern of the region's
    /// own language (`2. March 2026` in Germany): there they are those of international English, by the clock of the
    /// region.
    static func ofDates(in locale: Locale) -> Locale {
        let parts = LocaleParts(locale.identifier)
        guard parts.language == "en", let region = parts.region, guests.contains(region) else { return locale }
        return Locale(identifier: "en_GB")
    }

    /// Regions with data for English whose own languages are others. All of them have a clock of 24 hours.
    private static let guests: Set<String> = ["AT", "BE", "CH", "DE", "DK", "EE", "FI", "HU", "NL", "SE", "SI"]
}

/// The locales of a language in a region: each turn needs those of its customer, and they are found only once.
struct RegionalLocales: Sendable {
    let all: Locale
    /// That of dates in words.
    let dates: Locale

    private struct Key: Hashable {
        let language: String
        let region: RegionCode
    }

    private static let known = Mutex<[Key: RegionalLocales]>([:])
    private static let mostKnown = 512

    static func of(_ language: String, in region: RegionCode) -> RegionalLocales {
        let key = Key(language: language, region: region)
        if let locales = known.withLock({ $0[key] }) { return locales }
        let locale = Locale.written(language, in: region)
        let locales = RegionalLocales(all: locale, dates: Locale.ofDates(in: locale))
        known.withLock { known in
            if known.count >= mostKnown { known.removeAll() }
            known[key] = locales
        }
        return locales
    }
}
