import Authoring
import Channels
import ConversationRuntime
import Diagnostics
import FlowCompiler
import FlowMap
import FlowModel
import HTTPTypes
import JSON
import Plays
import Projects
import Server
import Simulation

/// What the page asks about texts, saved or not. Nothing here changes a file.
struct StudioAnswers: Sendable {
    let site: StudioSite

    /// How long a play may take.
    private static let patience = Duration.seconds(2)
    /// How long the search for a way to a step may take, which is asked for with a click.
    private static let longPatience = Duration.seconds(10)

    /// The answers to `POST /studio/api/{name}`.
    var all: [Named] { aboutPlays + aboutTexts + aboutDifference }

    typealias Named = (String, @Sendable (JSONValue) async throws -> JSONValue)

    private var aboutPlays: [Named] {
        [
            ("merge", { merged($0) }), ("play", { try await play($0) }), ("map", { try await map($0) }),
            ("asked", { try await asked($0) }), ("thread", { try await thread($0) }),
            ("threads", { try await threads($0) }),
            ("tests", { try await tests($0) }), ("tests/update", { try await updated($0) }),
        ]
    }

    /// The files of the project, and what its flows call.
    func project(for author: Caller) async throws -> JSONValue {
        let flows = try await site.flows.flows(with: [:])
        let drafts = try await site.storage.drafts(by: author)
        let saved = site.texts.paths
        let new = drafts.keys.compactMap(StudioPath.init).filter { !saved.contains($0) }
        let files = (saved + new).map { path -> JSONValue in
            [
                "path": .string(path.text), "writable": .bool(path.isWritable),
                "draft": .bool(drafts[path.text] != nil),
            ]
        }
        var answer: JSONObject = [
            "root": .string(StudioClient.root(of: site.texts.folder)), "name": .string(flows.valid?.bot.name ?? ""),
            "start": flows.valid.map { .string($0.bot.flows[$0.bot.start.flow].name) } ?? .null,
            "files": .array(files), "served": .bool(site.isServed),
            "account": site.isServed
                ? [
                    "name": .string(String(author.name.trimmingPrefix("account "))), "page": .string(AccountGate.page),
                ] : .null,
            "desk": .bool(author.rights.contains(.answerCustomers)),
            "flows": .array(
                flows.compilation.steps.map { ["flow": .string($0.flow), "file": .string($0.file)] }),
            "actions": .array(
                flows.arrangedActions.map { action in
                    ["name": .string(action.name), "examples": .array(action.examples.map { .string($0) })]
                }),
        ]
        if StudioLesson.isPrepared(in: site.texts.folder.path), drafts.isEmpty {
            let lesson = StudioLesson(flows, now: CompilerOptions(now: site.clock.now))
            answer.set("lesson", lesson.map(\.json))
        }
        return .object(answer)
    }

    private func merged(_ body: JSONValue) -> JSONValue {
        let merge = TextMerge(
            base: body["base"]?.string ?? "", ours: body["ours"]?.string ?? "", theirs: body["theirs"]?.string ?? "")
        let conflicts = merge.conflicts.map { conflict -> JSONValue in
            [
                "line": .int(conflict.line), "base": .string(conflict.base), "ours": .string(conflict.ours),
                "theirs": .string(conflict.theirs),
            ]
        }
        return ["text": .string(merge.text), "conflicts": .array(conflicts)]
    }

    private func play(_ body: JSONValue) async throws -> JSONValue {
        site.walks.phones.begin()
        defer { site.walks.phones.end() }
        let request = try PlayRequest(json: body)
        let flows = try await flows(body)
        let base = try await base(body, beside: flows)
        let end = ContinuousClock.now + Self.patience
        return await flows.play(request, on: base) { ContinuousClock.now > end }.json
    }

    /// `base`: whether the conversation is one of the flows that what is typed is compared with.
    private func base(_ body: JSONValue, beside flows: StudioFlows) async throws -> StudioFlows? {
        guard body["base"]?.bool == true else { return nil }
        guard let base = await site.base.known(beside: flows) else {
            throw StudioRefusal(.notFound, "there are no flows to compare with")
        }
        return base.flows
    }

    private func map(_ body: JSONValue) async throws -> JSONValue {
        let flow = try body.string("flow")
        guard let map = try await site.flows.map(of: flow, with: try Self.drafts(in: body)) else {
            throw StudioRefusal(.notFound, "there is no flow `\(flow)` without errors")
        }
        return map.json
    }

    /// The values to ask for before a conversation begins at a `step` of a `flow`, or at its start.
    private func asked(_ body: JSONValue) async throws -> JSONValue {
        let flows = try await flows(body)
        let flow = try body.string("flow")
        guard let name = body["step"]?.string ?? flows.start(of: flow) else {
            throw StudioRefusal(.notFound, "there is no flow `\(flow)` without errors")
        }
        let values = flows.asked(at: PlayStep(flow: flow, step: name))
        return ["step": .string(name), "values": .array(values.map(\.json))]
    }

    private func thread(_ body: JSONValue) async throws -> JSONValue {
        let request = try ThreadRequest(json: body)
        let flows = try await flows(body)
        let base = try await base(body, beside: flows)
        let end = ContinuousClock.now + Self.longPatience
        return try (base ?? flows).edit(request) { ContinuousClock.now > end }.json
    }

    /// The tests of a transcript as threads.
    private func threads(_ body: JSONValue) async throws -> JSONValue {
        let flows = try await flows(body)
        let file = try body.string("file")
        return [
            "threads": .array(
                flows.threads(of: file).map { ["name": .string($0.name ?? ""), "text": .string($0.text)] })
        ]
    }

    /// All tests, and what they have passed of the flows.
    private func tests(_ body: JSONValue) async throws -> JSONValue {
        let flows = try await flows(body)
        let report = flows.tests()
        var answer: JSONObject = [
            "valid": .bool(flows.valid != nil), "current": .bool(flows.isCurrent), "passed": .int(report.passed),
            "failed": .int(report.failed), "tests": .array(report.results.map(\.json)),
            "problems": .array(report.diagnostics.map { .string($0.message) }),
        ]
        answer["coverage"] =
            flows.coverage(by: report).map { .array($0.flows.map { Self.json($0, in: flows) }) } ?? .null
        return .object(answer)
    }

    /// The transcripts with `bot:` lines as the bot says them now, of all tests or of the one that is named by its file
    /// and line, as `usher test --update` writes them.
    private func updated(_ body: JSONValue) async throws -> JSONValue {
        let flows = try await flows(body)
        guard flows.isCurrent else { throw StudioRefusal(.conflict, "the flows have errors") }
        let report = flows.tests(updating: true)
        let (file, line) = (body["file"]?.string, body["line"]?.int)
        // A test ends where the next one begins.
        let end = report.results.filter { $0.file == file && $0.line > line ?? 0 }.map(\.line).min()
        var files: JSONObject = [:]
        var count = 0
        for transcript in flows.transcripts where file == nil || transcript.path == file {
            let updates = report.updates.filter { update in
                guard update.line.file == transcript.path else { return false }
                guard let line else { return true }
                let place = transcript.place(of: update.line.range.lowerBound).line
                return place >= line && place < end ?? .max
            }
            if updates.isEmpty { continue }
            count += updates.count
            files[transcript.path] = .string(updates.applied(to: transcript))
        }
        return ["files": .object(files), "changes": .int(count)]
    }

    private static func json(_ flow: Coverage.FlowResult, in flows: StudioFlows) -> JSONValue {
        let missing = flow.missing.map { item -> JSONValue in
            var object: JSONObject = [
                "step": .string(item.step), "words": .string(item.words), "file": .string(item.span.file),
            ]
            object.set("way", item.way.map { .string($0.id) })
            let source = flows.files.all.first { $0.path == item.span.file }
            object.set("line", source.map { .int($0.line(at: item.span.range.lowerBound) + 1) })
            return .object(object)
        }
        let written = flows.compilation.steps.first { $0.flow == flow.flow }
        return [
            "flow": .string(flow.flow), "file": .string(written?.file ?? ""), "steps": .int(flow.steps),
            "coveredSteps": .int(flow.coveredSteps), "ways": .int(flow.ways), "coveredWays": .int(flow.coveredWays),
            "missing": .array(missing),
            "lines": written.map { lines(of: $0, without: flow.missing, in: flows) } ?? .null,
        ]
    }

    /// The lines that tests pass, and those that none does.
    private static func lines(
        of written: WrittenSteps, without missing: [Coverage.Item], in flows: StudioFlows
    ) -> JSONValue {
        guard let source = flows.files.texts.first(where: { $0.path == written.file }) else { return .null }
        func line(_ span: Span) -> Int { source.line(at: span.range.lowerBound) + 1 }
        let unvisited = Set(missing.filter { $0.way == nil }.map(\.step))
        let open = Set(missing.map { line($0.span) })
            .union(written.items.filter { unvisited.contains($0.step) }.map { line($0.span) })
        let passed = Set(written.items.map { line($0.span) }).subtracting(open)
        return [
            "covered": .array(passed.sorted().map { .int($0) }), "missing": .array(open.sorted().map { .int($0) }),
        ]
    }

    // Drafts.

    func flows(_ body: JSONValue) async throws -> StudioFlows {
        try await site.flows.flows(with: try Self.drafts(in: body))
    }

    /// `drafts`: the texts that are not saved, by path.
    static func drafts(in body: JSONValue) throws(StudioRefusal) -> [StudioPath: String] {
        var drafts: [StudioPath: String] = [:]
        for (key, value) in body["drafts"]?.object ?? [:] {
            guard let path = StudioPath(key), path.isWritable, let text = value.string else {
                throw StudioRefusal(.badRequest, "`\(key)` is no text of Flows/")
            }
            drafts[path] = text
        }
        return drafts
    }
}

extension TestReport.Result {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "file": .string(file), "line": .int(line), "name": .string(name), "passed": .bool(failure == nil),
        ]
        object.set("message", failure.map { .string($0.message) })
        object.set("help", failure?.help.map { .string($0) })
        object.set("expected", sides.map { .array($0.expected.map { .string($0) }) })
        object.set("said", sides.map { .array($0.said.map { .string($0) }) })
        return .object(object)
    }
}
