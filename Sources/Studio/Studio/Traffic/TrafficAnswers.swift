import Authoring
import Channels
import ConversationRuntime
import Diagnostics
import Expressions
import FlowMap
import FlowModel
import HTTPTypes
import JSON
import Plays
import Server

/// Where customers are lost, on the map, and what they typed that fitted nothing: of the server that they talk to, or of
/// the conversations of this `usher dev`.
struct TrafficAnswers: Sendable {
    let site: StudioSite
    /// The stores of `usher dev` itself.
    let stores: Stores

    private static let mostReplies = 200

    /// The answers to `POST /studio/api/{name}`.
    var all: [(String, @Sendable (JSONValue, Caller) async throws -> JSONValue)] {
        [("traffic", { try await traffic($0, $1) }), ("answer", { body, _ in try await answer(body) })]
    }

    /// The map of a `flow` with numbers and, for those who may see customers, the replies that fitted nothing in all flows.
    private func traffic(_ body: JSONValue, _ author: Caller) async throws -> JSONValue {
        let flow = try body.string("flow")
        let (operators, sessions) = try source(body["of"]?.string ?? "here")
        let since = try since(body["since"]?.string)
        let answers = StudioAnswers(site: site)
        let flows = try await answers.flows(body)
        guard let bot = flows.valid?.bot else { throw StudioRefusal(.notFound, "the flows have errors") }
        let naming = { @Sendable (place: FlowStatistics.Place) in bot.place(now: place) }
        var statistics = FlowStatistics(since: since, naming: naming)
        try await statistics.add(allOf: operators)
        var unmatched = UnmatchedReplies(since: since, naming: naming)
        let seesReplies = author.rights.contains(.seeCustomers)
        if seesReplies {
            if site.isServed {
                try await stores.audit.record(AuditEntry(.readReplies, by: author.name, at: site.clock.now))
            }
            try await unmatched.add(allOf: operators, sessions)
        }
        let map = try await site.flows.map(
            of: flow, with: try StudioAnswers.drafts(in: body), traffic: FlowTraffic(statistics, in: bot))
        guard let map else { throw StudioRefusal(.notFound, "there is no flow `\(flow)` without errors") }
        return [
            "map": map.json, "replies_shown": .bool(seesReplies),
            "visits": .int(statistics.counts.values.reduce(0) { $0 + $1.entered }),
            "replies": .array(
                Array(unmatched.replies.lazy.compactMap { Self.json($0, in: flows) }.prefix(Self.mostReplies))),
        ]
    }

    /// `nil` for what has become an answer since.

    private static func json(_ reply: UnmatchedReplies.Reply, in flows: StudioFlows) -> JSONValue? {
        let step = StepName(flow: reply.place.flow, step: reply.place.step)
        let answers = AnswerEdit.labels(at: step, in: flows.files)
        let words = UnmatchedReplies.words(of: reply.text)
        if answers.contains(where: { UnmatchedReplies.words(of: $0) == words }) { return nil }
        return [
            "flow": .string(reply.place.flow), "step": .string(reply.place.step), "text": .string(reply.text),
            "count": .int(reply.count), "last": .string(reply.last.iso),
            "answers": .array(answers.map { .string($0) }),
        ]
    }

    private func source(_ name: String) throws -> (any OperatorStore, any SessionStore) {
        switch name {
        case "here": return (stores.operators, stores.sessions)
        case "server":
            guard let server = site.server else {
                throw StudioRefusal(.notFound, "this project has no settings of a server")
            }
            let open: StudioServer.Open?
            do { open = try server.open(false) } catch { throw StudioRefusal(.conflict, "\(error)") }
            guard let open else { throw StudioRefusal(.notFound, "there is no database at \(server.place)") }
            return (open.operators, open.sessions)
        default: throw StudioRefusal(.badRequest, "`of` must be `here` or `server`")
        }
    }

    private func since(_ words: String?) throws -> Moment {
        guard let words else { return Moment(milliseconds: 0) }
        guard let moment = PastMoment.reading(words, now: site.clock.now) else {
            throw StudioRefusal(.badRequest, "`since` must be \(PastMoment.expected)")
        }
        return moment
    }

    /// The edits that add an answer to the question of a step: `{flow, step, label, like}`, where `like` is the label of
    /// the answer after which it stands, and to whose destination it leads.
    private func answer(_ body: JSONValue) async throws -> JSONValue {
        let flows = try await StudioAnswers(site: site).flows(body)
        let new = AnswerEdit(
            label: try body.string("label"), like: body["like"]?.string,
            at: StepName(flow: try body.string("flow"), step: try body.string("step")))
        guard let edit = new.edit(of: flows.files) else {
            throw StudioRefusal(
                .unprocessableContent, "`\(new.step.step)` has no list of answers that one could be added to")
        }
        return [
            "path": .string(edit.span.file), "start": .int(edit.span.range.lowerBound),
            "end": .int(edit.span.range.upperBound), "text": .string(edit.text),
        ]
    }
}
