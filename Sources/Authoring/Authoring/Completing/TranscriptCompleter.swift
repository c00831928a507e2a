import Diagnostics
import Expressions
import FlowCompiler

/// What can be written in a transcript: verbs, steps, actions, queues, pages.
struct TranscriptCompleter {
    private let draft: Draft
    private let file: SourceFile
    private let offset: Int
    private let index: Index
    private let lineStart: Int
    private let text: String

    init(_ draft: Draft, _ file: SourceFile, at offset: Int) {
        self.draft = draft
        self.file = file
        self.offset = min(max(offset, 0), file.bytes.count)
        index = draft.index
        lineStart = file.lineStarts[file.line(at: self.offset)]
        text = file.text(in: lineStart..<self.offset)
    }

    func completions() -> [Completion] {
        guard let colon = text.firstIndex(of: ":") else { return verbs }
        let verb = text[..<colon].trimmed
        let rest = text[text.index(after: colon)...].drop { $0 == " " }
        let start = offset - rest.utf8.count
        switch verb {
        case "start": return steps(from: start)
        case "tap old": return steps(from: start)
        case "tap": return answers(from: start)
        case "fill": return pages(from: start)
        case "given": return given(from: start)
        case "expect": return expectations(String(rest), from: start)
        case "always", "never": return properties(String(rest), verb, from: start)
        case "event":
            return names { if case .event(let name) = $0 { name } else { nil } }.map { offer($0, .name, from: start) }
        default: return []
        }
    }

    private var verbs: [Completion] {
        let start = lineStart + text.prefix(while: \.isWhitespace).utf8.count
        return TranscriptLine.verbs.map { verb, about in
            offer(verb, .verb, about, from: start, ending: restHasColon ? "" : ": ")
        }
    }

    private var restHasColon: Bool {
        let line = file.lineRange(file.line(at: offset))
        return file.bytes[offset..<max(offset, line.upperBound)].contains(UInt8(ascii: ":"))
    }

    private func offer(
        _ word: String, _ kind: Completion.Kind, _ about: String? = nil, from start: Int, ending: String = ""
    ) -> Completion {
        var end = offset
        while end < file.bytes.count, file.bytes[end].isWordByte { end += 1 }
        let span = Span(file: file.path, range: min(start, offset)..<end)
        return Completion(word, kind, documentation: about, edit: TextEdit(word + ending, at: span))
    }

    private func steps(from start: Int) -> [Completion] {
        let own = index.results.steps[file.flowName] ?? []
        let others = index.results.steps.keys.sorted().filter { $0 != file.flowName }.flatMap { flow in
            (index.results.steps[flow] ?? []).map { "\(flow)/\($0)" }
        }
        return (own + others).map { offer($0, .step, from: start) }
    }

    private func pages(from start: Int) -> [Completion] {
        let pages = names { if case .page(let name, _, _) = $0 { name } else { nil } }
        return pages.map { offer($0, .page, from: start, ending: " = ") } + [offer("cancelled", .word, from: start)]
    }

    private func answers(from start: Int) -> [Completion] {
        let types = draft.compilation.insight.names(of: file.flowName).map(\.type)
        var seen: Set<String> = []
        return types.flatMap { type -> [String] in
            if case .choice(let choice) = type { choice.answers.map(\.label) } else { [] }
        }.filter { seen.insert($0).inserted }.map { offer($0, .answer, from: start) }
    }

    private func given(from start: Int) -> [Completion] {
        let words = [
            "now is ", "device is text only", "device is web", "device without ", "language is ", "intent is ",
        ]
        return words.map { offer($0, .word, from: start) } + actions(from: start) + values(from: start)
    }

    private func expectations(_ rest: String, from start: Int) -> [Completion] {
        if rest.hasPrefix("at step ") { return steps(from: start + "at step ".utf8.count) }
        if rest.hasPrefix("at ") {
            return steps(from: start + "at ".utf8.count) + [offer("step ", .word, from: start + 3)]
        }
        if rest.hasPrefix("handed over to ") {
            return names { if case .queue(let name) = $0 { name } else { nil } }
                .map { offer($0, .queue, from: start + "handed over to ".utf8.count) }
        }
        for beginning in ["called ", "not called "] where rest.hasPrefix(beginning) {
            return actions(from: start + beginning.utf8.count)
        }
        let words = [
            "at ", "ended", "nothing", "nothing more", "shown as ", "handed over to ", "called ", "not called ",
            "total is ",
        ]
        return words.map { offer($0.trimmed, .word, from: start, ending: $0.hasSuffix(" ") ? " " : "") }
            + values(from: start)
    }

    private func properties(_ rest: String, _ verb: String, from start: Int) -> [Completion] {
        for beginning in ["after call ", "call "] where rest.hasPrefix(beginning) {
            return actions(from: start + beginning.utf8.count)
        }
        if rest.hasPrefix("after ") { return steps(from: start + "after ".utf8.count) }
        let words = verb == "always" ? ["after ", "from any step, "] : ["call ", "hand over"]
        return words.map { offer($0.trimmed, .word, from: start, ending: $0.hasSuffix(" ") ? " " : "") }
            + steps(from: start)
    }

    private func actions(from start: Int) -> [Completion] {
        names { if case .action(let name) = $0 { name } else { nil } }.map { offer($0, .action, from: start) }
    }

    private func values(from start: Int) -> [Completion] {
        draft.compilation.insight.names(of: file.flowName).map { offer($0.name, .name, $0.type.word, from: start) }
    }

    private func names(_ name: (Thing) -> String?) -> [String] {
        var seen: Set<String> = []
        return index.occurrences.filter { $0.role == .declaration }.compactMap { name($0.thing) }
            .filter { seen.insert($0).inserted }
    }
}
