extension SourceFile {
    /// Why the file is not a text in UTF-8; `nil` when it is.
    public var encodingProblem: Diagnostic? {
        let start = Span(file: path, range: 0..<0)
        guard isUTF8 else {
            let label = firstReplacedLine.map { "line \($0) has the first letter that cannot be read" } ?? ""
            return Diagnostic(
                .badEncoding, "this file is not UTF-8 text", at: start, label: label, help: "save it as UTF-8")
        }
        guard let nul = bytes.firstIndex(of: 0) else { return nil }
        // In UTF-16 every second byte of most texts is NUL.
        if bytes.count(where: { $0 == 0 }) > bytes.count / 4 {
            return Diagnostic(
                .badEncoding, "this file is not UTF-8 text", at: start, label: "it looks like UTF-16",
                help: "save it as UTF-8")
        }
        return Diagnostic(
            .badEncoding, "no text has this character (NUL)", at: Span(file: path, range: nul..<nul + 1),
            label: "an invisible character", help: "delete it, and save the file as UTF-8")
    }

    /// The line, from 1, of the first bytes that were not valid UTF-8.
    private var firstReplacedLine: Int? {
        let replacement = Array("\u{FFFD}".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: replacement) }.map { line(at: $0) + 1 }
    }
}
