extension String {
    /// As typed words are compared: without spaces at the ends, a final `.` or `!`, and case.
    var asTyped: String {
        var text = Substring(trimmed)
        while let last = text.last, last == "." || last == "!", text.dropFirst().first != nil { text.removeLast() }
        return String(text).trimmed.lowercased()
    }

    /// Without white space at the ends.
    var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
