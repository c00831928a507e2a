import ConversationRuntime
import Diagnostics
import FlowCompiler
import JSON
import LanguageProtocol
import Plays
import Simulation

/// What customers would stumble over, and what an edit means for them: answers that take a while, so that each runs when
/// it is its turn, within bounds.
struct WalkAnswers: Sendable {
    let site: StudioSite

    typealias Reply = @Sendable (JSONValue, Caller) async throws -> JSONValue

    /// The answers to `POST /studio/api/{kind}`.
    var all: [(StudioWalks.Kind, Reply)] {
        [(.findings, { try await findings($0, $1) }), (.sentences, { try await sentences($0, $1) })]
    }

    /// The answer to a request that was withdrawn, which the page does not read.
    private static let abandoned: JSONValue = ["abandoned": true]

    private func findings(_ body: JSONValue, _ author: Caller) async throws -> JSONValue {
        let client = try StudioClient.ID(of: author, named: body["client"]?.string)
        let flows = try await StudioAnswers(site: site).flows(body)
        guard flows.isCurrent else { return ["current": false, "findings": []] }
        let bounds = site.bounds
        let found = try await site.walks.run(.findings, for: client) { walk -> PlacedFindings? in
            var time = ExplorationTime(walk, bounds.time)
            return flows.findings(
                limits: bounds.ofFindings, unless: { time.isOver() }, whenTried: { time.note($0) })
        }
        guard let found, let placed = found else { return Self.abandoned }
        let (files, exploration) = (flows.files.all + flows.transcripts, placed.exploration)
        // Without their loops and properties, scenes were not tried to the end either.
        let left = exploration.incomplete + exploration.unchecked.filter { !exploration.incomplete.contains($0) }
        return [
            "current": true, "begins": flows.beginning.map { .string($0) } ?? .null,
            "findings": .array(placed.all.map { .object(Self.json($0, in: files)) }),
            "complete": .bool(left.isEmpty), "incomplete": .scenes(left),
            "states": .int(exploration.states), "moves": .int(exploration.moves),
        ]
    }

    /// A finding as `usher explore` writes it, with its range as the language server would.
    private static func json(_ placed: PlacedFindings.Placed, in files: [SourceFile]) -> JSONObject {
        var object = placed.json(in: files)
        let span = placed.diagnostic.span
        guard let source = files.first(where: { $0.path == span.file }) else { return object }
        let range = TextLines(source.bytes).range(of: span.range, in: .utf16)
        object["range"] = ["start": json(range.start), "end": json(range.end)]
        return object
    }

    private static func json(_ position: TextPosition) -> JSONValue {
        ["line": .int(position.line), "character": .int(position.character)]
    }

    private func sentences(_ body: JSONValue, _ author: Caller) async throws -> JSONValue {
        let client = try StudioClient.ID(of: author, named: body["client"]?.string)
        let flows = try await StudioAnswers(site: site).flows(body)
        guard flows.isCurrent else { return ["current": false, "sentences": []] }
        guard let base = await site.base.current(beside: flows) else {
            return ["current": true, "base": .null, "sentences": []]
        }
        var answer: JSONObject = ["current": true, "base": base.published.json]
        guard base.flows.isCurrent else {
            answer["problem"] = .string(base.flows.report.summary)
            answer["sentences"] = []
            return .object(answer)
        }
        let bounds = site.bounds
        let found = try await site.walks.run(.sentences, for: client) { walk -> Comparison? in
            let began = WalkTime.now
            return flows.comparison(with: base.flows, limits: bounds.ofSentences) { progress in
                walk.isOver(since: began, after: bounds.time * progress.share)
            }
        }
        guard let found, let comparison = found else { return Self.abandoned }
        for (key, value) in comparison.json.object ?? [:] { answer[key] = value }
        answer["begins"] = [
            "new": flows.beginning.map { .string($0) } ?? .null,
            "old": base.flows.beginning.map { .string($0) } ?? .null,
        ]
        return .object(answer)
    }
}

extension JSONValue {
    /// The names of scenes, as `usher explore` writes them.
    fileprivate static func scenes(_ names: [String]) -> JSONValue {
        .array(names.map { .string($0.isEmpty ? "the usual scene" : $0) })
    }
}
