import Channels
import ConversationRuntime
import FlowEngine
import Hummingbird
import JSON

/// `/admin/api/handovers`, and the same in the desk: the inbox of conversations that wait for people. A hand-over is
/// identified by the number of its session.
///
/// - `GET /admin/api/handovers`: lists waiting conversations: first those that no agent has, and of both the longest
///   waiting first, paged with `after` and `limit`, filtered by `queue` and `assignee`.
/// - `GET /admin/api/handovers/{id}`: returns one with its whole conversation as a transcript.
/// - `POST /admin/api/handovers/{id}/messages` with one of `text`, `choices`, `question`, `link`, `file`: sends a message
///   to the customer.
/// - `POST /admin/api/handovers/{id}/give-back`: returns the conversation to the bot.
///
/// `POST` routes accept an `id` in their body as an idempotency key: requests with the same `id` are performed once.
struct HandoverRoutes: Sendable {
    let requests: DeskRequests
    let content: any ContentStore
    let gate: OperatorGate

    private static let usualPage = 200
    private static let mostAtATime = 500

    private var inbox: HandoverInbox { requests.inbox }
    private var conversations: Conversations { requests.conversations }

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.listHandovers, to: router) { request, _, act in
            try await requests.answering { try await list(request, act) }
        }
        gate.add(.readHandover, to: router) { _, context, act in
            try await requests.answering(context, act) { session in
                .json(try await inbox.conversation(of: try requests.handover(session)))
            }
        }
        gate.add(.answerHandover, to: router) { request, context, act in
            try await requests.answering(context, act) { try await answer(request, in: $0, act) }
        }
        gate.add(.giveBackHandover, to: router) { request, context, act in
            try await requests.answering(context, act) { session in
                let body = try await requests.body(of: request)
                return try await requests.once(body, .giveBackHandover, in: session, act) { handover, key in
                    try await conversations.giveBack(
                        handover.conversation, by: act.caller.agent, under: key, recording: act.entry)
                }
            }
        }
    }

    private func list(_ request: Request, _ act: OperatorAct) async throws -> Response {
        try request.refuseParameters(but: ["after", "limit", "queue", "assignee"])
        let limit = try request.limit(1...Self.mostAtATime, else: Self.usualPage)
        var cursor: HandoverCursor?
        if let words = request.uri.queryParameters["after"] {
            guard let given = HandoverCursor(String(words)) else {
                throw QueryMistake("`after` must be `next` of the previous page")
            }
            cursor = given
        }
        let filter = HandoverFilter(
            queue: request.uri.queryParameters["queue"].map(String.init),
            assignee: request.uri.queryParameters["assignee"].map { name in
                switch name {
                case "none": .no
                case "me": .agent(act.caller.agent)
                default: .agent(String(name))
                }
            })
        if let queue = filter.queue,
            let mistake = try await inbox.mistake(inFilter: queue, of: conversations.bot)
        {
            throw QueryMistake(mistake)
        }
        if case .agent(let agent)? = filter.assignee,
            let mistake = try await inbox.mistake(inAssignee: agent, for: act.caller)
        {
            throw QueryMistake(mistake)
        }
        let page = try await inbox.page(filter, after: cursor, limit: limit)
        return .json([
            "handovers": .array(page.entries.map(\.json)), "next": page.next.map { .string("\($0)") } ?? .null,
        ])
    }

    /// Sends a message. That another agent has the conversation is no reason to leave the customer without an answer: the
    /// response says so.
    private func answer(
        _ request: Request, in session: SessionSummary?, _ act: OperatorAct
    ) async throws -> Response {
        let body = try await requests.body(of: request, AgentMessageBody.keys)
        let message = try AgentMessageBody(body)
        act.add { $0.add("kind", message.word) }
        let agent = act.caller.agent
        let facts = { Self.other(than: agent, in: $0) }
        return try await requests.once(body, .answerHandover, in: session, act, saying: facts) { handover, key in
            try expectStep(of: message)
            let (place, entry) = (handover.conversation, act.entry)
            switch message {
            case .text(let text):
                return try await conversations.answer(place, with: text, by: agent, under: key, recording: entry)
            case .message(let message):
                return try await conversations.perform(
                    .send(message), by: agent, in: place, under: key, recording: entry)
            case .file(let file):
                return try await conversations.perform(
                    .send(.file(try await stored(file, in: place))), by: agent, in: place, under: key,
                    recording: entry)
            }
        }
    }

    /// Names the agent who has a conversation, if that is another one.
    private static func other(than agent: String, in session: SessionSummary) -> JSONObject {
        guard let other = session.assignee, other != agent else { return [:] }
        return ["assignee": .string(other)]
    }

    /// - Throws: `DeskRequests.Refused`, with the nearest name, when a message asks the question of a step that does not
    ///   exist.
    private func expectStep(of message: AgentMessageBody) throws(DeskRequests.Refused) {
        guard case .message(.question(let flow, let step)) = message,
            let mistake = conversations.mistake(in: step, of: flow)
        else { return }
        throw DeskRequests.Refused(mistake, .conflict)
    }

    /// Returns the file that people have stored for a conversation under this id.
    private func stored(_ id: String, in conversation: ConversationKey) async throws -> AgentFile {
        guard let file = try await content.content(id), file.content.conversation == conversation,
            file.content.sender == ChatCustomer.bot
        else { throw DeskRequests.Refused("people have stored no file `\(id)` for this conversation") }
        return AgentFile(id: id, name: file.content.name)
    }
}
