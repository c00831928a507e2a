import Channels
import ConversationRuntime
import Diagnostics
import FlowEngine
import FlowModel
import Hummingbird
import JSON

/// What agents do with a conversation beside answering it.
///
/// - `POST /admin/api/handovers/{id}/notes` with `{"text"}`: leaves a note for other agents.
/// - `POST /admin/api/handovers/{id}/take` and `/release`: takes the conversation, unless another agent has it; gives it
///   up.
/// - `POST /admin/api/handovers/{id}/assign` with `{"to"}`: gives it to an agent.
/// - `POST /admin/api/handovers/{id}/transfer` with `{"queue", "note", "may_wait"}`: passes it on to another queue.
/// - `GET /admin/api/handovers/{id}/offers`: returns the replies and questions that can be sent.
struct AgentRoutes: Sendable {
    let requests: DeskRequests
    let accounts: any AccountStore
    let bot: CurrentBot
    let gate: OperatorGate

    /// The longest note, in characters.
    private static let longestNote = 4_000
    private static let longestName = 200

    func add(to router: Router<BasicRequestContext>) {
        add(.noteHandover, ["text"], to: router) { body, _, _ in
            .note(try AgentMessageBody.text(body["text"], "text", longest: Self.longestNote))
        }
        add(.takeHandover, [], to: router) { _, _, _ in .take }
        add(.releaseHandover, [], to: router) { _, _, _ in .release }
        add(.assignHandover, ["to"], to: router) { body, _, act in
            let name = try AgentMessageBody.text(body["to"], "to", longest: Self.longestName)
            try await expectAgent(name, act.caller)
            act.add { $0.add("to", name) }
            return .assign(to: name)
        }
        add(.transferHandover, ["queue", "note", "may_wait"], to: router) { body, handover, act in
            let transfer = try transfer(body, handover)
            act.add { $0.add("queue", transfer.queue) }
            return .transfer(transfer)
        }
        gate.add(.listOffers, to: router) { _, context, act in
            try await requests.answering(context, act) { session in
                .json(try await offers(for: try requests.handover(session)))
            }
        }
    }

    /// - Parameter act: reads from the body what is to be done with a conversation.
    private func add(
        _ route: OperatorRoute, _ keys: Set<String>, to router: Router<BasicRequestContext>,
        _ act: @escaping @Sendable (JSONObject, SessionSummary, OperatorAct) async throws -> AgentAct
    ) {
        gate.add(route, to: router) { request, context, entered in
            try await requests.answering(context, entered) { session in
                let body = try await requests.body(of: request, keys)
                return try await requests.once(body, route, in: session, entered) { handover, key in
                    let act = try await act(body, handover, entered)
                    return try await requests.conversations.perform(
                        act, by: entered.caller.agent, in: handover.conversation, under: key, recording: entered.entry)
                }
            }
        }
    }

    /// Conversations are given to accounts that may answer customers, and to the caller.
    private func expectAgent(_ name: String, _ caller: Caller) async throws {
        if name == caller.agent { return }
        guard let account = try await accounts.account(name), !account.isDisabled else {
            let near = closest(to: name, among: try await accounts.agents().map(\.name))
            let help = near.map { "did you mean `\($0)`?" } ?? "`GET /\(OperatorRoute.root)/queues` lists the agents"
            throw DeskRequests.Refused("there is no account `\(name)`; \(help)")
        }
        guard account.mayAnswerCustomers else {
            throw DeskRequests.Refused("the account `\(name)` lacks the right `\(Right.answerCustomers.rawValue)`")
        }
    }

    private func transfer(_ body: JSONObject, _ handover: SessionSummary) throws -> QueueTransfer {
        let name = try AgentMessageBody.text(body["queue"], "queue", longest: Self.longestName)
        if let mistake = bot.value.bot.mistake(inQueue: name) { throw DeskRequests.Refused(mistake) }
        guard handover.queue != name else {
            throw DeskRequests.Refused("the conversation is in the queue `\(name)`", .conflict)
        }
        guard [nil, .bool(true), .bool(false)].contains(body["may_wait"]) else {
            throw DeskRequests.Refused("`may_wait` must be true or false")
        }
        var note: String?
        if let given = body["note"], given != .null {
            note = try AgentMessageBody.text(given, "note", longest: Self.longestNote)
        }
        return QueueTransfer(queue: name, note: note, mayWait: body["may_wait"]?.bool ?? false)
    }

    private func offers(for handover: SessionSummary) async throws -> JSONValue {
        let engine = bot.value.engine
        let stored = try await requests.inbox.stored(handover.id)
        guard let session = stored?.session else { throw DeskRequests.Refused.unknown }
        let now = gate.clock.now
        return [
            "replies": .array(engine.replies(for: session, in: handover.queue, at: now).map(\.json)),
            "questions": .array(
                engine.questionsForAgents(in: session, at: now).map {
                    ["flow": .string($0.flow), "step": .string($0.step), "text": .string($0.text)]
                }),
        ]
    }
}
