import Foundation

/// Reads what a customer types in their own language: numbers, money and dates, the way people there write them.
///
/// The counterpart of `Wording`. What is not surely meant is not read: nothing is guessed, and nothing is rounded.
public struct TypedWords: Sendable {
    /// A language code such as `de`.
    let language: String
    /// Which of day and month a date in digits begins with.
    let order: DateOrder
    let locale: Locale
    /// How the language is written elsewhere; numbers are read so that mean nothing in the region.
    let usual: Locale?

    /// For customers in a region, which decides how dates, numbers and money are read.
    ///
    /// - Parameter language: the language in which the customer is answered.
    public init(language: String, region: RegionCode) {
        let parts = LocaleParts(language)
        let region = region.isKnown ? region : parts.region.flatMap { RegionCode($0) } ?? .unknown
        self.language = parts.language
        order = DateOrder(parts.language, in: region)
        locale = Locale.written(language, in: region)
        usual = Locale.written(language, in: .unknown)
    }

    /// For events in which no region was recorded.
    ///
    /// - Parameters:
    ///   - language: the language in which the customer is answered.
    ///   - device: the language and region of their device, such as `en_US`; it counts when it is the same language.
    public init(language: String, device: String? = nil) {
        let own = LocaleParts(language)
        let other = device.map(LocaleParts.init)
        self.language = own.language
        let region = own.region ?? (other?.language == own.language ? other?.region : nil)
        order = DateOrder(own.language, region)
        // Plain English means the international kind, as in `Wording`.
        let isPlain = region == nil && own.language == "en"
        locale = Locale(
            identifier: isPlain ? "en_GB" : ([own.language] + [region].compactMap { $0 }).joined(separator: "_"))
        usual = nil
    }

    /// Small letters, plain digits, without spaces at the ends and the `!` of somebody in a hurry.
    func normal(_ text: String) -> String {
        var normal = ""
        for character in text.lowercased() where !character.isDirectionMark {
            // Digits of any script; signs that stand for whole numbers, such as ½ or 十, are none.
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

    /// Marks for the direction of writing, which keyboards put around signs.
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
