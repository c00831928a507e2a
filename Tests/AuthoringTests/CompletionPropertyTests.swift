import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import Testing

@testable import Authoring

/// While a line of a sample project is typed again, letter by letter, what stands there is always among the offers.
///
/// Every twentieth line is typed here, and every line by `make prefixes`.
@Suite struct CompletionPropertyTests {
    private static let every = ProcessInfo.processInfo.environment["EVERY_PREFIX"] == nil ? 20 : 1

    @Test(arguments: SampleProject.all) func `what was written is among the offers at every prefix`(
        _ project: SampleProject
    ) {
        let draft = project.draft()
        var missed: [String] = []
        var tried = 0
        for file in project.files.all where KeyPlace(file: file.path) != nil {
            let lines = Dictionary(grouping: written(in: file, of: draft), by: { file.line(at: $0.lowerBound) })
            for (line, words) in lines where line % Self.every == 0 {
                let first = words.map(\.lowerBound).min() ?? 0
                // What else is known of the project is that of the moment when the first of these words is not there.
                let known = draft.cut(file, line, at: first)
                for word in words {
                    for place in word.lowerBound..<word.upperBound {
                        tried += 1
                        let typed = draft.cut(file, line, at: place, known)
                        let offers = typed.completions(in: file.path, at: place)
                        if !offers.contains(where: { file.says($0, over: word) }) {
                            missed.append(
                                "\(file.path):\(line + 1) \(file.text(in: word)) at \(place - word.lowerBound)")
                            break
                        }
                    }
                }
            }
        }
        #expect(tried > 5, "no line of this project is among those that are typed")
        #expect(missed.isEmpty, "\(missed.sorted().joined(separator: "\n"))")
    }

    @Test(arguments: SampleProject.all) func `what was written is among the offers of transcripts`(
        _ project: SampleProject
    ) {
        let draft = project.draft()
        var missed: [String] = []
        for file in project.transcripts {
            for line in TranscriptLine.all(of: file) {
                for place in line.verbSpan.range {
                    let number = file.line(at: place)
                    let typed = draft.cut(file, number, at: place, draft)
                    let offers = typed.completions(in: file.path, at: place)
                    if !offers.contains(where: { file.says($0, over: line.verbSpan.range) }) {
                        missed.append("\(file.path):\(number + 1) \(line.verb)")
                    }
                }
            }
        }
        #expect(missed.isEmpty, "\(missed.joined(separator: "\n"))")
    }

    /// The words of a file that can be offered: keys and words of the language, and names of what is declared elsewhere.
    private func written(in file: SourceFile, of draft: Draft) -> [Range<Int>] {
        var words = WrittenWords(file)
        words.read()
        let named = draft.index.occurrences.filter { occurrence in
            guard occurrence.span.file == file.path, occurrence.role == .reference else { return false }
            switch occurrence.thing {
            // The names of texts are not typed by hand, and tests of their own hold what is offered for them.
            case .text, .input, .record: return false
            default: return true
            }
        }
        return Array(Set(words.ranges + named.map(\.span.range)))
    }
}

extension Draft {
    /// The draft with a line that ends at a byte.
    fileprivate func cut(_ file: SourceFile, _ line: Int, at place: Int, _ known: Draft? = nil) -> Draft {
        let rest = place..<max(place, file.lineRange(line).upperBound)
        let edit = TextEdit("", at: Span(file: file.path, range: rest))
        guard let known else { return applying([edit]) }
        var files = files
        files.texts = files.texts.map { $0.path == file.path ? $0.applying([edit]) : $0 }
        files.actions = files.actions.map { $0.path == file.path ? $0.applying([edit]) : $0 }
        files.services = files.services.map { $0.path == file.path ? $0.applying([edit]) : $0 }
        let transcripts = transcripts.map { $0.path == file.path ? $0.applying([edit]) : $0 }
        return Draft(files, transcripts: transcripts, knowing: known)
    }
}

extension SourceFile {
    /// Whether an offer writes what stands here, as far as the end of a word.
    fileprivate func says(_ offer: Completion, over word: Range<Int>) -> Bool {
        let start = offer.edit.span.range.lowerBound
        let line = offer.edit.text.prefix { $0 != "\n" }
        let bare = line.hasSuffix(": ") ? line.dropLast(2) : line.hasSuffix(":") ? line.dropLast() : line
        let end = start + bare.utf8.count
        return start <= word.lowerBound && word.upperBound <= end && end <= bytes.count && text(in: start..<end) == bare
    }
}

/// The keys of the language in a file, and its words as values.
private struct WrittenWords {
    private let file: SourceFile
    private(set) var ranges: [Range<Int>] = []

    init(_ file: SourceFile) { self.file = file }

    mutating func read() {
        guard let written = WrittenFile(file), let root = written.root else { return }
        read(root, written.place)
    }

    private mutating func read(_ map: MapNode, _ place: KeyPlace) {
        for entry in map.entries {
            if let key = place.table[entry.key.string] {
                ranges.append(entry.key.span.range)
                read(entry.value, key.forms)
            } else if let chosen = place.table.chosen {
                read(entry.value, chosen.forms)
            }
        }
    }

    private mutating func read(_ node: Node?, _ forms: [ValueForm]) {
        switch node {
        case .value(let value)?: read(value, forms)
        case .list(let list)?:
            let items = forms.flatMap { form in if case .list(let items) = form { items } else { [form] } }
            for item in list.items { read(item, items) }
        case .map(let map)?:
            if let place = KeyPlace.likeliest(of: forms, with: map.entries.map(\.key.string)) { read(map, place) }
        case .broken?, nil: break
        }
    }

    private mutating func read(_ value: ValueNode, _ forms: [ValueForm]) {
        for form in forms {
            switch form {
            case .oneOf(let words) where words.contains(value.string):
                ranges.append(value.text.span(0..<value.string.utf8.count).range)
            case .yesNo where ["yes", "no"].contains(value.string): ranges.append(value.span.range)
            case .name(let thing) where thing.words.contains(value.string): ranges.append(value.span.range)
            default: break
            }
        }
        for insert in Template.parse(value.string).template.inserts {
            if case .format(_, let range) = insert.style { ranges.append(value.text.span(range).range) }
        }
    }
}
