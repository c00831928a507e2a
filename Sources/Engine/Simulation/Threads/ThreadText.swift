public import Diagnostics
import Expressions
import Foundation

/// One conversation as a text: the lines of a transcript, with or without the line that names it.
///
/// A thread is a value. Rewinding it, giving it another end or turning the clock gives another thread; what is on the
/// phone follows from the text alone.
public struct ThreadText: Sendable {
    /// The whole text. It ends with a line break unless it is empty.
    public let text: String
    /// The lines of the text, without their ends.
    public let lines: [String]
    let syntax: TestSyntax
    /// The path that places of the thread name.
    let path: String
    private let file: SourceFile
    /// The number of lines before the text that are only there so that it can be read.
    private let hidden: Int

    private static let testVerb = "\(TranscriptVerb.test.rawValue):"

    /// - Parameters:
    ///   - text: a conversation. Of several, only the first counts.
    ///   - path: the path that places of the thread name.
    public init(_ text: String, path: String = "thread") {
        // `\r\n` is one character.
        let whole = text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
        self.text = whole
        self.path = path
        let source = SourceFile(path: path, text: whole)
        var lines = source.lineStarts.indices.map { source.text(in: source.lineRange($0)) }
        if lines.last == "" { lines.removeLast() }
        self.lines = lines
        let isNamed = lines.first { !$0.isBlankOrComment }?.isTest ?? false
        hidden = isNamed ? 0 : 1
        file = SourceFile(path: path, text: isNamed ? whole : "\(Self.testVerb) thread\n\(whole)")
        let (transcript, _) = TranscriptReader.read(file)
        syntax = transcript.tests.first ?? TestSyntax(name: "", span: Span(file: path, range: 0..<0))
    }

    private init(lines: [String], path: String) {
        self.init(lines.map { "\($0)\n" }.joined(), path: path)
    }

    /// The test of a transcript, as a thread: from its `test:` line to the next one, without blank lines and comments
    /// at its end.
    public init?(test name: String, of file: SourceFile) {
        guard let thread = Self.all(in: file).first(where: { $0.name == name }) else { return nil }
        self = thread
    }

    /// All tests of a transcript.
    public static func all(in file: SourceFile) -> [ThreadText] {
        let lines = file.lineStarts.indices.map { file.text(in: file.lineRange($0)) }
        let starts = lines.indices.filter { lines[$0].isTest }
        return starts.enumerated().map { place, start in
            let end = place + 1 < starts.count ? starts[place + 1] : lines.count
            var own = Array(lines[start..<end])
            while let last = own.last, last.isBlankOrComment { own.removeLast() }
            return ThreadText(lines: own, path: file.path)
        }
    }

    /// The name of the conversation; `nil` for a thread without one.
    public var name: String? { hidden == 0 ? syntax.name : nil }

    /// The number, from 1, of a line that can be played.
    func line(of line: LineSyntax) -> Int { self.line(of: line.verbSpan) }

    func line(of span: Span) -> Int { file.place(of: span.range.lowerBound).line - hidden }

    // Other threads.

    /// The thread up to a line, given by its number from 1.
    public func rewound(to line: Int) -> ThreadText { with(Array(lines.prefix(max(0, line)))) }

    /// The thread with further lines at its end.
    public func appending(_ added: [String]) -> ThreadText { with(lines + added.map(\.onOneLine)) }

    /// The thread with another text in place of a line, or without the line; the same when there is no such line.
    public func replacing(_ line: Int, with text: String?) -> ThreadText {
        guard lines.element(numbered: line) != nil else { return self }
        var lines = lines
        lines.replaceSubrange(line - 1..<line, with: text.map { [$0.onOneLine] } ?? [])
        return with(lines)
    }

    /// A second thread that begins with the lines up to a line, and continues otherwise. Its name has a number.
    public func otherEnding(after line: Int, _ added: [String]) -> ThreadText {
        rewound(to: line).appending(added).named(name.map(\.numberedOn))
    }

    /// The thread under a name; `nil` leaves it as it is.
    public func named(_ name: String?) -> ThreadText {
        guard let name else { return self }
        let first = "\(Self.testVerb) \(name.onOneLine)"
        guard hidden == 0, let place = lines.firstIndex(where: \.isTest) else { return with([first] + lines) }
        var lines = lines
        lines[place] = first
        return with(lines)
    }

    func with(_ lines: [String]) -> ThreadText { ThreadText(lines: lines, path: path) }

    /// The text of the thread up to where the conversation begins: its name, its `given:` and `start:` lines.
    var preamble: Int {
        lines.firstIndex { !$0.isBlankOrComment && !$0.isPreamble } ?? lines.count
    }
}

extension ThreadText: Hashable {
    /// Whether text and path are the same.
    public static func == (one: ThreadText, other: ThreadText) -> Bool {
        one.text == other.text && one.path == other.path
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    /// The word before the colon of a transcript line.
    var verbOfLine: Substring {
        let word = prefix { $0 != ":" }
        return word.drop(while: \.isWhitespace).trimmedAtEnd
    }

    /// The text after the colon of a transcript line.
    var restOfLine: String {
        guard let colon = firstIndex(of: ":") else { return "" }
        return String(self[index(after: colon)...].drop(while: \.isWhitespace).trimmedAtEnd)
    }

    fileprivate var isTest: Bool { contains(":") && verbOfLine == TranscriptVerb.test.rawValue }

    fileprivate var isPreamble: Bool {
        guard contains(":"), let verb = TranscriptVerb(rawValue: String(verbOfLine)) else { return false }
        return [.test, .given, .start].contains(verb)
    }

    var isBlankOrComment: Bool {
        let text = drop(while: \.isWhitespace)
        return text.isEmpty || text.hasPrefix("#")
    }

    /// The name with the next number behind it: `a puncture`, `a puncture (2)`, `a puncture (3)`.
    var numberedOn: String {
        guard hasSuffix(")"), let open = range(of: " (", options: .backwards),
            let number = Int(self[open.upperBound...].dropLast()), (1..<100_000).contains(number)
        else { return "\(self) (2)" }
        return "\(self[..<open.lowerBound]) (\(number + 1))"
    }
}

extension Substring {
    fileprivate var trimmedAtEnd: Substring {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
