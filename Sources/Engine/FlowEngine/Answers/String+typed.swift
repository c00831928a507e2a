extension String {
    /// The form in which typed text is compared: without surrounding spaces, a final `.` or `!`, and case.
    var asTyped: String {
        var text = Substring(trimmed)
        while let last = text.last, last == "." || last == "!", text.dropFirst().first != nil { text.removeLast() }
        return String(text).trimmed.lowercased()
    }

    /// Without leading and trailing white space.
    var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
