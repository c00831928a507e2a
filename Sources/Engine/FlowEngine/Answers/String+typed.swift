extension String {
    /// The form in which typed text is compared: without surrounding spaces, a final `.` or `!`, and case.
    var asTyped: String {
        var text = Substring(trimmed)
        while let last = text.last, last == "." || last == "!", text.dropFirst().first != nil { text.removeLast() }
        return String(text).trimmed.lowercased()
    }

    /// The forms in which a whole message is looked for among words: as it is typed, without the signs that end it, and as
    /// the question that the words may be written as.
    var asTypedWords: [String] {
        let typed = asTyped
        var bare = typed[...]
        while let last = bare.last, ".!?…。！？؟".contains(last) { bare.removeLast() }
        guard !bare.isEmpty else { return [typed] }
        let words = String(bare).trimmed
        return [typed, words, words + "?"]
    }

    /// Without leading and trailing white space.
    var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
