import Foundation

/// The region of a customer, such as `US`, which decides how dates, numbers and money are read and written.
public struct RegionCode: Sendable, Hashable {
    /// Two letters of ISO 3166, or three digits of UN M49.
    public let code: String

    /// No region is known: `ZZ`, as in the Unicode CLDR.
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
        self = locale.flatMap { LocaleParts($0).region }.flatMap { RegionCode($0) } ?? .unknown
    }

    public var isKnown: Bool { self != .unknown }

    /// Two letters, and groups of countries by their number.
    private static let all: Set<String> = Set(
        Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 && $0 != "ZZ" } + ["001", "150", "419"])

    /// Where a date in digits begins with the month.
    var putsMonthFirst: Bool { Self.monthFirst.contains(code) }

    /// Where both orders are in use, or neither is: dates there begin with the year.
    var hasNoOrder: Bool { !isKnown || ["CA", "CN", "HU", "JP", "KP", "KR", "LT", "MN", "TW"].contains(code) }

    static let monthFirst: Set<String> = ["US", "PH", "PR", "GU", "AS", "VI", "MP", "UM", "FM", "MH", "PW"]
}

/// A language tag taken apart.
struct LocaleParts {
    /// In small letters.
    let language: String
    /// Four letters, such as `Hant`.
    let script: String?
    /// In capitals.
    let region: String?

    init(_ identifier: String) {
        let parts = identifier.split { $0 == "-" || $0 == "_" }
        language = parts.first.map { $0.lowercased() } ?? "en"
        script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }.map(String.init)
        region = parts.dropFirst().first { $0.count == 2 || $0.count == 3 && $0.allSatisfy(\.isNumber) }?.uppercased()
    }
}

extension Locale {
    private static let known = Set(availableIdentifiers)

    /// The language as it is written in a region. Plain English means the international kind: 1 December 2026, 14:00,
    /// €24.90; and a language of which nothing is known in the region is written as usual.
    static func written(_ language: String, in region: RegionCode) -> Locale {
        let parts = LocaleParts(language)
        let code = region.isKnown ? region.code : parts.region
        let names = [[parts.language, parts.script, code], [parts.language, code]].map {
            $0.compactMap { $0 }.joined(separator: "_")
        }
        if code != nil, let name = names.first(where: known.contains) { return Locale(identifier: name) }
        return Locale(identifier: parts.language == "en" ? "en_GB" : language)
    }
}
