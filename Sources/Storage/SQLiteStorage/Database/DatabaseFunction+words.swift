import GRDB

extension DatabaseFunction {
    /// Whether a text contains words, which are passed in lower case; case-insensitive in any script.
    static let holdsWords = DatabaseFunction("holds_words", argumentCount: 2, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]), let words = String.fromDatabaseValue(values[1]) else {
            return false
        }
        return text.lowercased().contains(words)
    }
}
