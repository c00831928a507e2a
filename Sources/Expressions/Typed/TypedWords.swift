import Foundation

/// Reads what a customer types in their own language: numbers, money and dates, the way people there write them.
///
/// The counterpart of `Wording`. What is not surely meant is not read: nothing is guessed, and nothing is rounded.
public struct TypedWords: Sendable {
    /// A language code such as `de`.
    let language: String
    /// The region of the customer's device, such as `US`; `nil` when it is not known.
    let region: String?
    let locale: Locale

    /// - Parameters:
    ///   - language: the language in which the customer is answered.
    ///   - device: the language and region of their device, such as `en_US`; it counts when it is the same language.
    public init(language: String, device: String? = nil) {
        let own = Locale.parts(of: language)
        let other = device.map(Locale.parts)
        self.language = own.language
        region = own.region ?? (other?.language == own.language ? other?.region : nil)
        // Plain English means the international kind, as in `Wording`.
        let isPlain = region == nil && own.language == "en"
        locale = Locale(
            identifier: isPlain ? "en_GB" : ([own.language] + [region].compactMap { $0 }).joined(separator: "_"))
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

extension Locale {
    /// `de_DE`, `de-DE` and `zh-Hans-CN` in their parts.
    fileprivate static func parts(of identifier: String) -> (language: String, region: String?) {
        let parts = identifier.split { $0 == "-" || $0 == "_" }
        let region = parts.dropFirst().first { $0.count == 2 || $0.count == 3 && $0.allSatisfy(\.isNumber) }
        return (parts.first.map { $0.lowercased() } ?? "en", region.map { $0.uppercased() })
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
