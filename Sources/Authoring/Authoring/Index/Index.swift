import Diagnostics
import FlowCompiler

/// Every place in the files of a project that names something.
struct Index: Sendable {
    private(set) var occurrences: [Occurrence] = []
    let results: ResultTable

    init(_ draft: Draft) {
        let written = draft.files.all.compactMap { WrittenFile($0) }
        let results = ResultTable(written)
        self.results = results
        for file in written {
            var walker = TreeWalker(file, results)
            walker.walk()
            occurrences += walker.occurrences
        }
        for transcript in draft.transcripts {
            var walker = TranscriptWalker(transcript, results)
            walker.walk()
            occurrences += walker.occurrences
        }
    }

    /// What is named at a position: the innermost places, several where one word names several things.
    func occurrences(in file: String, at offset: Int) -> [Occurrence] {
        let here = occurrences.filter { $0.span.file == file && $0.span.touches(offset) && !$0.span.range.isEmpty }
        // Between two words, the one that begins here counts.
        let inside = here.filter { $0.span.range.contains(offset) }
        let touched = inside.isEmpty ? here : inside
        guard let shortest = touched.map(\.span.range.count).min() else { return [] }
        return touched.filter { $0.span.range.count == shortest }
    }

    /// The things that are always renamed together: the key of a step also declares the name of its result.
    func linked(to things: Set<Thing>) -> Set<Thing> {
        var linked = things
        for case .step(let step, let flow) in things where results.isNamedByStep(step, flow: flow) {
            linked.insert(.name(step, flow: flow))
        }
        for case .name(let name, let flow) in things where results.isNamedByStep(name, flow: flow) {
            linked.insert(.step(name, flow: flow))
        }
        return linked
    }

    /// All places that name one of these things, in the order of the files.
    func occurrences(of things: Set<Thing>) -> [Occurrence] { occurrences.filter { things.contains($0.thing) } }

    func isDeclared(_ thing: Thing) -> Bool {
        occurrences.contains { $0.thing == thing && $0.role == .declaration }
    }
}
