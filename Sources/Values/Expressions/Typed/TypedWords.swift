import Foundation

/// Reads typed numbers, money and dates in the customer's language and local conventions.
///
/// The counterpart of `Wording`. Ambiguous input is rejected: this type never guesses or rounds.
public struct TypedWords: Sendable {
    /// A language code such as `de`.
    let language: String
    /// Whether a numeric date begins with the day or the month.
    let order: DateOrder
    let locale: Locale
    /// The default locale of the language, for numbers that are not valid in the region's format.
    let usual: Locale?
    /// Whether lengths of time, days of the month and alternatives are read as days: `in two weeks`, `the 5th`, `Thursday
    /// or Friday`. Messages of earlier editions are read as they were then.
    public var readsMoreDays = true

    /// For customers with a known region, which determines how dates, numbers and money are read.
    ///
    /// - Parameter language: the language of the conversation.
    public init(language: String, region: RegionCode) {
        let parts = LocaleParts(language)
        let region = region.isKnown ? region : parts.region.flatMap { RegionCode($0) } ?? .unknown
        self.language = parts.language
        order = DateOrder(parts.language, in: region)
        locale = Locale.written(language, in: region)
        usual = Locale.written(language, in: .unknown)
    }

    /// For events without a recorded region.
    ///
    /// - Parameters:
    ///   - language: the language of the conversation.
    ///   - device: the language and region of the customer's device, such as `en_US`; used when it is the same
    ///     language.
    public init(language: String, device: String? = nil) {
        let own = LocaleParts(language)
        let other = device.map(LocaleParts.init)
        self.language = own.language
        let region = own.region ?? (other?.language == own.language ? other?.region : nil)
        order = DateOrder(own.language, region)
        // Plain English means the international variant, as in `Wording`.
        let isPlain = region == nil && own.language == "en"
        locale = Locale(
            identifier: isPlain ? "en_GB" : ([own.language] + [region].compactMap { $0 }).joined(separator: "_"))
        usual = nil
    }

    /// Lower case, ASCII digits, without surrounding spaces and exclamation marks.
    func normal(_ text: String) -> String {
        var normal = ""
        for character in text.lowercased() where !character.isDirectionMark {
            // Decimal digits of any script; other characters with a numeric value, such as ½ or 十, are not digits.
            if character.isDecimalDigit, let digit = character.wholeNumberValue {
                normal += String(digit)
            } else {
                normal.append(character.isWhitespace ? " " : character)
            }
        }
        return normal.trimmingSpaces(andFinal: "!")
    }
}

extension Character {
    fileprivate var isDecimalDigit: Bool {
        unicodeScalars.count == 1 && unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }

    /// Bidirectional formatting characters, which keyboards insert around signs.
    fileprivate var isDirectionMark: Bool {
        unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }
}

extension String {
    func trimmingSpaces(andFinal mark: Character? = nil) -> String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while let last = text.last, last == " " || last == mark { text.removeLast() }
        return String(text)
    }
}
