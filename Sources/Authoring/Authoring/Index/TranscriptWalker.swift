import Diagnostics
import Expressions

/// Finds what a transcript names: steps, pages, actions, queues, and the names of conditions.
struct TranscriptWalker {
    private let file: SourceFile
    private let results: ResultTable
    private let flow: String
    private(set) var occurrences: [Occurrence] = []
    /// The pages of the `fill` lines in a row.
    private var filled: [(name: String, span: Span)] = []

    init(_ file: SourceFile, _ results: ResultTable) {
        self.file = file
        self.results = results
        flow = file.flowName
    }

    mutating func walk() {
        for line in TranscriptLine.all(of: file) {
            if line.verb != "fill" { endForm() }
            switch line.verb {
            case "start": destination(line.text)
            case "tap old": tapOld(line.text)
            case "expect": expect(line.text)
            case "given": given(line.text)
            case "fill": fill(line.text)
            case "event": event(line.text)
            case "always", "never": property(line.text)
            default: break
            }
        }
        endForm()
    }

    // Lines.

    private mutating func tapOld(_ text: TranscriptText) {
        guard let slash = text.string.firstIndex(of: "/") else { return }
        let step = text.string[..<slash].trimmed
        guard let flow = results.flow(of: step, nearest: flow) else { return }
        add(.step(step, flow: flow), text.span(of: step, from: 0))
    }

    private mutating func expect(_ text: TranscriptText) {
        let string = text.string
        if ["ended", "nothing", "nothing more"].contains(string) || string.hasPrefix("shown as ")
            || string.hasPrefix("total is ")
        {
            return
        }
        if string.hasPrefix("at ") { return destination(text.dropping("at ").dropping("step ")) }
        if string.hasPrefix("handed over to ") {
            let queue = text.dropping("handed over to ")
            return add(.queue(queue.string), queue.whole)
        }
        for beginning in ["not called ", "called "] where string.hasPrefix(beginning) {
            return called(text.dropping(beginning))
        }
        for test in ConditionSyntax.parse(string).condition.tests { name(test.name, test.nameRange, in: text) }
    }

    /// `book with start = 2026-12-01 10:00, guests = 4`.
    private mutating func called(_ text: TranscriptText) {
        let action = text.string.prefix { $0 != " " }
        add(.action(String(action)), text.span(of: String(action), from: 0))
        guard let with = text.string.firstRange(of: " with ") else { return }
        var at = text.string.utf8.distance(from: text.string.startIndex, to: with.upperBound)
        for part in text.string[with.upperBound...].split(separator: ",", omittingEmptySubsequences: false) {
            if let equals = part.firstIndex(of: "=") {
                let input = part[..<equals].trimmed
                add(.input(input, action: String(action)), text.span(of: input, from: at))
            }
            at += part.utf8.count + 1
        }
    }

    private mutating func given(_ text: TranscriptText) {
        let words = text.string.split(separator: " ")
        guard words.count >= 2, let first = words.first.map(String.init) else { return }
        let isSetting = ["now", "device", "language", "intent", "group"].contains(first)
        if results.actions.contains(first), words[1] != "is" {
            add(.action(first), text.span(of: first, from: 0))
        } else if words[1] == "is", !isSetting {
            name(Name(first), 0..<first.utf8.count, in: text)
        }
    }

    /// `parcel shipped with number is 17`.
    private mutating func event(_ text: TranscriptText) {
        let name = text.string.firstRange(of: " with ").map { text.string[..<$0.lowerBound].trimmed } ?? text.string
        add(.event(name), text.span(of: name, from: 0))
    }

    /// `after confirm: Yes, call book follows`: steps and actions, without the words of answers and conditions.
    private mutating func property(_ text: TranscriptText) {
        let string = text.string.firstRange(of: " when ").map { String(text.string[..<$0.lowerBound]) } ?? text.string
        var offset = 0
        var before = ""
        var isAnswer = false
        for part in string.split(separator: " ", omittingEmptySubsequences: false) {
            let word = String(part.prefix { $0 != "," && $0 != ":" })
            let words = TranscriptText(string: word, file: text.file, start: text.start + offset)
            if before == "call" {
                add(.action(word), words.whole)
            } else if !isAnswer, !Self.propertyWords.contains(word), before != "a", before != "an" {
                destination(words)
            }
            if part.hasSuffix(":") { isAnswer = true }
            if part.hasSuffix(",") { isAnswer = false }
            before = part.hasSuffix(":") || part.hasSuffix(",") ? "" : word
            offset += part.utf8.count + 1
        }
    }

    /// The words of properties that name nothing.
    private static let propertyWords: Set = [
        "after", "before", "call", "follows", "hand", "over", "twice", "within", "reaches", "from", "any", "step", "a",
        "an", "",
    ]

    private mutating func fill(_ text: TranscriptText) {
        guard let equals = text.string.firstIndex(of: "=") else { return }
        let page = text.string[..<equals].trimmed
        filled.append((page, text.span(of: page, from: 0)))
    }

    /// The pages belong to the form that has all of them.
    private mutating func endForm() {
        if let form = results.forms(with: filled.map(\.name), nearest: flow).first {
            for page in filled { add(.page(page.name, step: form.step, flow: form.flow), page.span) }
        }
        filled = []
    }

    // Parts.

    private mutating func destination(_ text: TranscriptText) {
        let parts = text.string.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 {
            add(.flow(parts[0]), text.span(of: parts[0], from: 0))
            if parts[1] == "start" { return }
            add(.step(parts[1], flow: parts[0]), text.span(of: parts[1], from: parts[0].utf8.count + 1))
        } else if results.isFlow(text.string, in: flow) {
            add(.flow(text.string), text.whole)
        } else if let flow = results.flow(of: text.string, nearest: flow) {
            add(.step(text.string, flow: flow), text.whole)
        }
    }

    private mutating func name(_ name: Name, _ range: Range<Int>, in text: TranscriptText) {
        let resolver = NameResolver(results: results, scope: TreeWalker.Scope(flow: flow))
        let root = name.root
        let start = text.start + range.lowerBound
        if let thing = resolver.root(root) { add(thing, span(start, root)) }
        if let field = name.fields.first, let thing = resolver.field(field, of: root) {
            let isDashed = if case .queue = thing { true } else if case .week = thing { true } else { false }
            let span = span(start + root.utf8.count + 1, field)
            occurrences.append(Occurrence(thing: thing, span: span, spelling: isDashed ? .dashed : .plain))
        }
    }

    private func span(_ start: Int, _ word: String) -> Span {
        Span(file: file.path, range: start..<start + word.utf8.count)
    }

    private mutating func add(_ thing: Thing, _ span: Span) {
        occurrences.append(Occurrence(thing: thing, span: span))
    }
}
