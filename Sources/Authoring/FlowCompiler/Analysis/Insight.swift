package import Diagnostics
package import Expressions

/// What the analysis of a project knows about its steps, names and texts, for those who help its authors.
package struct Insight: Sendable {
    private let analysis: Analysis

    init(_ analysis: Analysis) { self.analysis = analysis }

    private var project: Project { analysis.project }

    // Names.

    /// A name that holds a value somewhere in a flow, or in all flows.
    package struct NamedValue: Sendable {
        package let name: String
        package let type: ValueType
        /// Where it is first set; `nil` for the names that every flow has.
        package let span: Span?
    }

    /// The names of a flow with their types, those of the flow first. Without a flow, those that every flow has.
    package func names(of flow: String?) -> [NamedValue] {
        let builtIns = BuiltIns.types(project.bot)
        let common = builtIns.keys.sorted().map { NamedValue(name: $0, type: builtIns[$0] ?? .unknown, span: nil) }
        guard let index = flow.flatMap(project.flow) else { return common }
        let names = analysis.names[index]
        return names.names.map { name in
            NamedValue(name: name, type: names.type(ofRoot: name) ?? .unknown, span: names.span(of: name))
        } + common
    }

    /// Whether a name may be empty when a step begins; `nil` when the step is unknown or cannot be reached.
    package func mayBeEmpty(_ name: String, at step: String, of flow: String) -> Bool? {
        guard let flow = project.flow(named: flow), let id = project.step(named: step, in: flow),
            analysis.reachable.contains(id)
        else { return nil }
        let filled = analysis.filled[flow]
        return !filled.contains(name, in: filled.names(at: id.step))
    }

    // Ways.

    /// A way between two steps.
    package struct Route: Sendable {
        /// `hello`, or `people/person` for a step of another flow; `end`, `back`, `resume`.
        package let step: String
        /// Which way it is, in a few words: `"No"`, `silence`; empty for `then`.
        package let words: String
    }

    /// The steps that lead to a step, in the order of the files. Exits of the flow and of the bot are left out.
    package func routes(to step: String, of flow: String) -> [Route] {
        guard let flow = project.flow(named: flow), let id = project.step(named: step, in: flow) else { return [] }
        return project.stepIDs.flatMap { other in
            analysis.graph.ways(from: other).filter { $0.step == id && !$0.isInherited }.map { way in
                Route(step: analysis.name(of: other, in: flow), words: words(for: way))
            }
        }
    }

    /// Where a step leads, in the order written. Exits of the flow and of the bot are left out.
    package func routes(from step: String, of flow: String) -> [Route] {
        guard let flow = project.flow(named: flow), let id = project.step(named: step, in: flow) else { return [] }
        return analysis.graph.ways(from: id).filter { !$0.isInherited }.map { way in
            let target =
                switch way.target {
                case .step(let step): analysis.name(of: step, in: flow)
                case .end: "end"
                case .back: "back"
                case .resume: "resume"
                }
            return Route(step: target, words: words(for: way))
        }
    }

    private func words(for way: StepGraph.Way) -> String {
        switch way.kind {
        case .answer(let label?): "\"\(label)\""
        case .answer(nil), .then: ""
        case .line(let line):
            if case .when(let when) = project.step(way.from).thing, line < when.lines.count {
                "`\(when.lines[line].source.string)`"
            } else {
                "otherwise"
            }
        case .runs: "runs it"
        case .beside(let label): "\"\(label)\""
        case .skipped: "skipping"
        case .silent: "silence"
        case .other: "an unexpected reply"
        case .failed, .retry: "a failure"
        case .away: "closed"
        case .unanswered: "no answer from people"
        case .reminder: "a reminder"
        case .cancelled: "cancelling"
        case .unable: "a device that cannot"
        case .empty: "nothing to choose from"
        case .event(let name): "the event `\(name)`"
        }
    }

    /// Whether customers get to the step on some way.
    package func isReachable(_ step: String, of flow: String) -> Bool? {
        guard let flow = project.flow(named: flow), let id = project.step(named: step, in: flow) else { return nil }
        return analysis.reachable.contains(id)
    }

    // Texts.

    /// The translations of the text that begins at a byte of a file: the languages with their texts, in their order.
    package func translations(at start: Int, of file: String) -> [(language: String, text: String, span: Span)] {
        project.translations.of(file: file, start: start).sorted { $0.key < $1.key }.map {
            (language: $0.key, text: $0.value.source.string, span: $0.value.span)
        }
    }

    /// The texts of a flow, or of the bot, which translations may have: their names, fingerprints and spans.
    package func wordings(of flow: String) -> [(name: String, text: String, fingerprint: String, span: Span)] {
        let all = flow == "bot" ? project.bot.wordings : project.flow(named: flow).map { project.flows[$0].wordings }
        return (all ?? []).map { wording in
            (
                name: wording.name, text: wording.text.string, fingerprint: wording.fingerprint,
                span: wording.text.span(0..<wording.text.string.utf8.count)
            )
        }
    }

    /// The languages of the bot, that of the flow files first.
    package var languages: [String] { project.bot.languages.map(\.value) }
}
