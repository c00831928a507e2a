import Diagnostics

/// Parses transcripts: every line is a verb, a colon and the rest; `#` begins a comment line.
struct TranscriptReader {
    private let file: SourceFile
    private var transcript: TranscriptSyntax
    private var names: Set<String> = []
    private(set) var diagnostics: [Diagnostic] = []

    static func read(_ file: SourceFile) -> (transcript: TranscriptSyntax, diagnostics: [Diagnostic]) {
        var reader = TranscriptReader(file)
        if let problem = file.encodingProblem { return (reader.transcript, [problem]) }
        for index in file.lineStarts.indices { reader.read(file.lineRange(index)) }
        return (reader.transcript, reader.diagnostics)
    }

    private init(_ file: SourceFile) {
        self.file = file
        let name = file.path.split(separator: "/").last ?? ""
        transcript = TranscriptSyntax(file: file, flow: String(name.prefix { $0 != "." }))
    }

    private mutating func read(_ range: Range<Int>) {
        let range = trimmed(range)
        guard let first = range.first, file.bytes[first] != UInt8(ascii: "#") else { return }
        let colon = range.first { file.bytes[$0] == UInt8(ascii: ":") }
        let verbRange = trimmed(range.lowerBound..<(colon ?? range.upperBound))
        let word = file.text(in: verbRange)
        if word == "fill cancelled" { return add(cancelledForm(verbRange)) }
        guard let colon, let verb = TranscriptVerb(rawValue: word) else {
            return refuse(word, verbRange, hasColon: colon != nil)
        }
        let rest = trimmed(colon + 1..<range.upperBound)
        let line = LineSyntax(verb: verb, verbSpan: span(verbRange), text: file.text(in: rest), span: span(rest))
        switch verb {
        case .test: begin(line)
        case .always, .never: addProperty(line)
        default: add(line)
        }
    }

    /// `always:` and `never:` hold in all conversations, so that they stand above the tests.
    private mutating func addProperty(_ line: LineSyntax) {
        if transcript.tests.isEmpty { return transcript.properties.append(line) }
        diagnostics.append(
            Diagnostic(
                .propertySyntax, "`\(line.verb.rawValue)` belongs to no test: it speaks of all conversations",
                at: line.verbSpan, label: "below a test", help: "move it above the first `test:`"))
    }

    private mutating func begin(_ line: LineSyntax) {
        if line.text.isEmpty {
            report("this test has no name", at: line.verbSpan, "add a name behind `test:`")
        } else if !names.insert(line.text).inserted {
            report("there are two tests called `\(line.text)`", at: line.span, "give one of them another name")
        }
        transcript.tests.append(TestSyntax(name: line.text, span: line.span))
    }

    private mutating func add(_ line: LineSyntax) {
        guard !transcript.tests.isEmpty else {
            return report("this line belongs to no test", at: line.verbSpan, "begin with `test:` and a name")
        }
        transcript.tests[transcript.tests.count - 1].lines.append(line)
    }

    /// `fill cancelled`, which needs no colon.
    private func cancelledForm(_ range: Range<Int>) -> LineSyntax {
        let middle = range.lowerBound + "fill".utf8.count
        return LineSyntax(
            verb: .fill, verbSpan: span(range.lowerBound..<middle), text: "cancelled",
            span: span(middle + 1..<range.upperBound))
    }

    private mutating func refuse(_ word: String, _ range: Range<Int>, hasColon: Bool) {
        let known = TranscriptVerb.allCases.map(\.rawValue)
        if hasColon {
            let near = closest(to: word, among: known + Self.others.keys).map { Self.others[$0] ?? $0 }
            report(
                "there is no verb `\(word)`", at: span(range),
                near.map { "did you mean `\($0)`?" } ?? "the verbs are \(known.joined(separator: ", "))")
        } else {
            report("this line has no colon", at: span(range), "write a verb and a colon, such as `bot: Hello`")
        }
    }

    /// Common synonyms of the verbs.
    private static let others = [
        "click": "tap", "press": "tap", "choose": "tap", "select": "pick", "user": "you", "customer": "you",
        "type": "you", "say": "bot", "assert": "expect", "sleep": "wait",
    ]

    private mutating func report(_ message: String, at span: Span, _ help: String) {
        let diagnostic = Diagnostic(.transcriptSyntax, message, at: span, label: "cannot be read", help: help)
        if let last = transcript.tests.indices.last, transcript.tests[last].problem == nil {
            transcript.tests[last].problem = diagnostic
        } else {
            diagnostics.append(diagnostic)
        }
    }

    private func span(_ range: Range<Int>) -> Span { Span(file: file.path, range: range) }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let first = range.first, isBlank(first) { range = range.dropFirst() }
        while let last = range.last, isBlank(last) { range = range.dropLast() }
        return range
    }

    private func isBlank(_ index: Int) -> Bool { [0x20, 0x09, 0x0D, 0x0A].contains(file.bytes[index]) }
}
