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

    private static let joining: [String: Set<String>] = [
        "en": ["and", "&", "+"], "de": ["und", "&", "+"], "fr": ["et", "&", "+"], "es": ["y", "e", "&", "+"],
        "ar": ["و"], "it": ["e", "ed", "&", "+"], "pt": ["e", "&", "+"], "nl": ["en", "&", "+"],
    ]
}
