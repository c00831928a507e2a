import Diagnostics

/// A part of a property, with its place in the line.
struct PropertyPhrase {
    let text: String
    /// In bytes of the text of the line.
    let range: Range<Int>

    /// The whole text of a line.
    init(_ text: String) { self.init(text[...], of: text) }

    private init(_ part: Substring, of whole: String) {
        var part = part
        while part.first == " " { part.removeFirst() }
        while part.last == " " { part.removeLast() }
        let start = whole.utf8.distance(from: whole.startIndex, to: part.startIndex)
        (text, range) = (String(part), start..<start + part.utf8.count)
    }

    private init(_ part: Substring, in phrase: PropertyPhrase) {
        let inner = PropertyPhrase(part, of: phrase.text)
        let start = phrase.range.lowerBound
        text = inner.text
        range = start + inner.range.lowerBound..<start + inner.range.upperBound
    }

    /// Its words, without the spaces and commas between them.
    var words: [PropertyPhrase] { text.split { $0 == " " || $0 == "," }.map { PropertyPhrase($0, in: self) } }

    /// The phrase with another word in the place of one of its own.
    func replacing(_ part: PropertyPhrase, with word: String) -> PropertyPhrase {
        let bytes = Array(text.utf8)
        let (start, end) = (part.range.lowerBound - range.lowerBound, part.range.upperBound - range.lowerBound)
        return PropertyPhrase(String(decoding: bytes[..<start] + Array(word.utf8) + bytes[end...], as: UTF8.self))
    }

    /// What stands behind a beginning; `nil` where the phrase does not begin with it.
    func behind(_ beginning: String) -> PropertyPhrase? {
        text.hasPrefix(beginning) ? PropertyPhrase(text.dropFirst(beginning.count), in: self) : nil
    }

    /// What stands before an end; `nil` where the phrase does not end with it.
    func before(_ end: String) -> PropertyPhrase? {
        text.hasSuffix(end) ? PropertyPhrase(text.dropLast(end.count), in: self) : nil
    }

    /// What stands before and behind some words; `nil` where they do not occur.
    func halves(around words: String) -> (PropertyPhrase, PropertyPhrase)? {
        text.firstRange(of: words).map { halves(around: $0) }
    }

    /// The same for the last place where the words occur.
    func halves(aroundLast words: String) -> (PropertyPhrase, PropertyPhrase)? {
        text.ranges(of: words).last.map { halves(around: $0) }
    }

    private func halves(around range: Range<String.Index>) -> (PropertyPhrase, PropertyPhrase) {
        (PropertyPhrase(text[..<range.lowerBound], in: self), PropertyPhrase(text[range.upperBound...], in: self))
    }
}

/// Why a line states no property.
struct PropertyMistake: Error {
    let message: String
    /// The words that are wrong.
    let phrase: PropertyPhrase
    let help: String?

    init(_ message: String, _ phrase: PropertyPhrase, _ help: String?) {
        (self.message, self.phrase, self.help) = (message, phrase, help)
    }

    /// The mistake as a message about the line.
    func diagnostic(of line: LineSyntax) -> Diagnostic {
        let span = phrase.text.isEmpty ? line.verbSpan : line.span(phrase.range)
        return Diagnostic(.propertySyntax, message, at: span, label: "cannot be checked", help: help)
    }
}
