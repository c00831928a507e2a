import Foundation

/// The words of a text in the form in which typed words are compared: without case, accents and punctuation.
public struct TextWords: Sendable, Hashable {
    /// In the order of the text.
    public let words: [String]
    /// A language code such as `de`.
    let language: String

    public init(_ text: String, language: String) {
        let code = LocaleParts(language).language
        words = Self.normal(text, code).split { !$0.isLetter && !$0.isNumber }.map { Self.bare(String($0), code) }
        self.language = code
    }

    init(words: [String], language: String) {
        self.words = words
        self.language = language
    }

    /// All letters and digits without the spaces between them, for languages that write none.
    var joined: String { words.joined() }

    /// Whether a text is in a script that does not put spaces between words.
    static func isUnspaced(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            // Thai and its neighbours, kana, and ideographs.
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
                0x20000...0x3FFFF:
                true
            default: false
            }
        }
    }

    /// A text without case and accents, with its punctuation.
    static func normal(_ text: String, _ language: String) -> String {
        let bare = text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : withoutAccents(text)
        guard language == "de" else { return bare }
        // Umlauts are often typed as two letters.
        return bare.replacingOccurrences(of: "ae", with: "a").replacingOccurrences(of: "oe", with: "o")
            .replacingOccurrences(of: "ue", with: "u")
    }

    private static func withoutAccents(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.value {
            // Accents, the vowel signs of Hebrew and Arabic, the stroke that lengthens Arabic words, soft hyphens.
            case 0x0300...0x036F, 0x0591...0x05C7, 0x064B...0x065F, 0x0670, 0x0640, 0x00AD: continue
            case 0x00DF: scalars.append(contentsOf: "ss".unicodeScalars)
            case 0x0649: scalars.append("\u{064A}")
            case 0x0629: scalars.append("\u{0647}")
            default: scalars.append(scalar)
            }
        }
        return String(scalars).precomposedStringWithCanonicalMapping
    }

    /// Without the article that Arabic writes in front of a noun.
    private static func bare(_ word: String, _ language: String) -> String {
        guard language == "ar" else { return word }
        for article in ["وال", "بال", "ال", "لل"] where word.hasPrefix(article) && word.count >= article.count + 2 {
            return String(word.dropFirst(article.count))
        }
        return word
    }
}

/// Plural forms, as far as they are endings.
enum PluralEndings {
    /// Whether two words are the same, or one of them is the plural of the other. Both are in the form of `TextWords`.
    static func areSame(_ left: String, _ right: String, in language: String) -> Bool {
        if left == right { return true }
        return (pairs[language] ?? []).contains { singular, plural in
            isPair(left, right, singular, plural) || isPair(right, left, singular, plural)
        }
    }

    /// The shortest part that both have in common: `as` is not the plural of `a`.
    private static let least = 3

    private static func isPair(_ one: String, _ many: String, _ singular: String, _ plural: String) -> Bool {
        guard one.hasSuffix(singular), many.hasSuffix(plural) else { return false }
        let stem = one.dropLast(singular.count)
        // An ending that is exchanged says more than one that is added.
        return stem.count + singular.count >= least && stem == many.dropLast(plural.count)
    }

    /// The ending of one and of many, without accents.
    private static let pairs: [String: [(String, String)]] = [
        "en": [("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves")],
        "de": [("", "e"), ("", "n"), ("", "en"), ("", "er"), ("", "ern"), ("", "s"), ("", "nen"), ("e", "en")],
        "fr": [("", "s"), ("", "x"), ("al", "aux"), ("ail", "aux")],
        "es": [("", "s"), ("", "es"), ("z", "ces")],
        "ar": [("", "ات"), ("ه", "ات"), ("", "ون"), ("", "ين"), ("", "ان")],
        "it": [("o", "i"), ("a", "e"), ("e", "i")],
        "pt": [("", "s"), ("", "es"), ("ao", "oes"), ("ao", "aes"), ("ao", "aos"), ("m", "ns"), ("l", "is")],
        "nl": [("", "en"), ("", "n"), ("", "s"), ("", "eren")],
    ]
}
