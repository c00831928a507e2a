extension TypedWords {
    /// The parts of a text that lists several things: `the wheels and the brakes, please`.
    public static func parts(of text: String, in language: String) -> [String] {
        let code = LocaleParts(language).language
        let commas = text.split { ",;、،".contains($0) || $0.isNewline }.map(String.init)
        return commas.flatMap { part in
            if code == "ja" { return part.split(separator: "と").map(String.init) }
            guard let joins = joining[code] else { return [part] }
            return part.split { $0 == " " }.split { joins.contains($0.lowercased()) }.map { $0.joined(separator: " ") }
        }.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// The parts of a text between which there is a choice: `Thursday or Friday`. Commas separate parts as well, where
    /// there is such a word.
    static func alternatives(in text: String, _ code: String) -> [String] {
        if code == "ja" { return some(text.split(whereSeparator: { $0 == "か" || $0 == "、" }).map(String.init), text) }
        guard let words = choosing[code] else { return [text] }
        let parts = text.split(separator: " ").split { words.contains(String($0)) }.map { $0.joined(separator: " ") }
        guard parts.count > 1 else { return [text] }
        let all = parts.flatMap { $0.split(whereSeparator: { $0 == "," || $0 == "،" }) }
            .map { String($0).trimmingSpaces() }.filter { !$0.isEmpty }
        return some(all, text)
    }

    /// A question has no room for more days.
    private static func some(_ parts: [String], _ text: String) -> [String] { parts.count <= 10 ? parts : [text] }

    private static let choosing: [String: Set<String>] = [
        "en": ["or"], "de": ["oder"], "fr": ["ou"], "es": ["o", "u"], "ar": ["أو", "او"], "it": ["o", "oppure"],
        "pt": ["ou"], "nl": ["of"],
    ]

    private static let joining: [String: Set<String>] = [
        "en": ["and", "&", "+"], "de": ["und", "&", "+"], "fr": ["et", "&", "+"], "es": ["y", "e", "&", "+"],
        "ar": ["و"], "it": ["e", "ed", "&", "+"], "pt": ["e", "&", "+"], "nl": ["en", "&", "+"],
    ]
}
