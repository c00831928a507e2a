import Diagnostics

/// One line of a transcript: a verb and what follows its colon.
struct TranscriptLine {
    let verb: String
    let verbSpan: Span
    let text: TranscriptText

    /// The verbs, each with what it does.
    static let verbs: [(verb: String, about: String)] = [
        ("test", "Begins a conversation, by its name."),
        ("given", "Something that holds before the conversation: `now is …`, `device is …`, `book answers taken`."),
        ("start", "The step at which the conversation begins."),
        ("bot", "A message of the bot; `*` stands for any text."),
        ("you", "What the customer types."),
        ("tap", "The answer that the customer taps."),
        ("tap old", "A tap on the bubble of an earlier step: `tap old: step / label`."),
        ("pick", "The time that the customer picks."),
        ("wait", "Time that passes: `wait: 10 minutes`."),
        ("person", "What an agent does."),
        ("close", "The customer closes the conversation."),
        ("expect", "What must be true now: `at step`, `called action`, `handed over to queue`, a condition."),
        ("photo", "A photo that the customer sends."),
        ("file", "A file that the customer sends."),
        ("place", "A place that the customer shares."),
        ("fill", "A page of a form that the customer fills in: `fill: page = value`."),
        ("change", "What the customer changes on the pay sheet."),
        ("pay", "How the payment ends."),
        ("sign in", "How signing in ends: `sign in: success with name = Ana`."),
        ("app", "What an app answers."),
        ("event", "Something that happens outside: `event: parcel shipped with number is 17`."),
        ("always", "What holds in all conversations: `after pay, call book follows`."),
        ("never", "What happens in no conversation: `hand over when the desk is closed`."),
        ("taken", "A time that another customer takes meanwhile: `taken: 2026-12-01 10:00 for 30 minutes`."),
    ]

    /// The lines of a transcript that have a verb.
    static func all(of file: SourceFile) -> [TranscriptLine] {
        file.lineStarts.indices.compactMap { index in
            let range = file.lineRange(index)
            let string = file.text(in: range)
            guard let colon = string.firstIndex(of: ":"), string.drop(while: \.isWhitespace).first != "#" else {
                return nil
            }
            let verb = string[..<colon].trimmed
            let rest = string[string.index(after: colon)...]
            let text = rest.trimmed
            let start =
                range.lowerBound + string.utf8.distance(from: string.startIndex, to: rest.startIndex)
                + rest.prefix(while: \.isWhitespace).utf8.count
            let verbStart = range.lowerBound + string.prefix(while: \.isWhitespace).utf8.count
            return TranscriptLine(
                verb: verb,
                verbSpan: Span(file: file.path, range: verbStart..<verbStart + verb.utf8.count),
                text: TranscriptText(string: text, file: file.path, start: start))
        }
    }
}

/// The rest of such a line, with its location.
struct TranscriptText {
    let string: String
    let file: String
    /// Where it begins in the file.
    let start: Int

    var whole: Span { Span(file: file, range: start..<start + string.utf8.count) }

    /// Where a word stands that begins, after spaces, at a byte of the text.
    func span(of word: String, from offset: Int) -> Span {
        let blanks = string.utf8.dropFirst(offset).prefix { $0 == 0x20 || $0 == 0x09 }.count
        let begin = start + offset + blanks
        return Span(file: file, range: begin..<begin + word.utf8.count)
    }

    /// Without a beginning, if it has it.
    func dropping(_ beginning: String) -> TranscriptText {
        guard string.hasPrefix(beginning) else { return self }
        return TranscriptText(
            string: String(string.dropFirst(beginning.count)), file: file, start: start + beginning.utf8.count)
    }
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        var text = Substring(self).drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
