public import Expressions

/// A line of `contains`: words that are looked for inside free text, and where they lead.
public struct ContainedWords: Sendable {
    /// By language; those of the flow files under the bot's first language.
    public var words: [String: [SoughtWords]]
    public var destination: Destination

    public init(_ words: [String: [SoughtWords]], destination: Destination) {
        self.words = words
        self.destination = destination
    }
}

extension [String: [SoughtWords]] {
    /// Whether any of the words stand in a text, in one of these languages.
    public func stand(in text: String, languages: [String]) -> Bool {
        languages.contains { language in
            guard let words = self[language], !words.isEmpty else { return false }
            let text = TextWords(text, language: language)
            return words.contains { $0.stand(in: text) }
        }
    }
}
