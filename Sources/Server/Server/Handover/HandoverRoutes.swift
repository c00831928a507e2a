import Channels
import ConversationRuntime
import Hummingbird
import JSON

/// `/admin/api/handovers`, and the same in the desk: the inbox of conversations that wait for people. A hand-over is identified by the number of
/// its session.
///
/// - `GET /admin/api/handovers`: lists waiting conversations, the longest waiting first, paged with `after` and
///   `limit`.
/// - `GET /admin/api/handovers/{id}`: returns one with its whole conversation as a transcript.
/// - `POST /admin/api/handovers/{id}/messages` with `{"text"}`: sends a message to the customer.
/// - `POST /admin/api/handovers/{id}/give-back`: returns the conversation to the bot.
///
/// Both `POST` routes accept an `id` in their body as an idempotency key: requests with the same `id` are performed
/// once.
struct HandoverRoutes: Sendable {
    let inbox: HandoverInbox
    let conversations: Conversations
    let gate: OperatorGate

    /// The longest text of one message, in characters.
    private static let longestText = 10_000
    private static let usualPage = 200
    private static let mostAtATime = 500

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.listHandovers, to: router) { request, _, _ in try await answering { try await list(request) } }
        gate.add(.readHandover, to: router) { _, context, act in
            guard let handover = try await find(context) else { return unknown }
            act.concerns(handover)
            return .json(try await inbox.conversation(of: handover))
        }
        gate.add(.answerHandover, to: router) { request, context, act in
            try await answer(context, try await body(of: request), act)
        }
        gate.add(.giveBackHandover, to: router) { request, context, act in
            let bytes = try await body(of: request)
            let body = try? JSONValue(parsing: bytes)
            guard bytes.isEmpty || body != nil else { return .refusal(.badRequest, "the body is not JSON") }
            return try await once(body, context, act) {
                try await conversations.giveBack($0, id: $1, recording: act.entry)
            }
        }
    }

    private func answering(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let mistake as QueryMistake {
            return .refusal(.badRequest, mistake.reason)
        }
    }

    private func list(_ request: Request) async throws -> Response {
        try request.refuseParameters(but: ["after", "limit"])
        let limit = try request.limit(1...Self.mostAtATime, else: Self.usualPage)
        var cursor: HandoverCursor?
        if let words = request.uri.queryParameters["after"] {
            guard let given = HandoverCursor(String(words)) else {
                throw QueryMistake("`after` must be `next` of the previous page")
            }
            cursor = given
        }
        let page = try await inbox.page(after: cursor, limit: limit)
        return .json([
            "handovers": .array(page.entries.map(\.json)), "next": page.next.map { .string("\($0)") } ?? .null,
        ])
    }

    private func answer(
        _ context: BasicRequestContext, _ body: [UInt8], _ act: OperatorAct
    ) async throws -> Response {
        let body = try? JSONValue(parsing: body)
        guard let text = body?["text"]?.string, !text.allSatisfy(\.isWhitespace) else {
            return .refusal(.badRequest, "the body must be JSON with a `text` that is not empty")
        }
        guard text.count <= Self.longestText else {
            return .refusal(
                .badRequest, "`text` has \(text.count) characters; at most \(Self.longestText) can be sent")
        }
        return try await once(body, context, act) {
            try await conversations.answer($0, with: text, id: $1, recording: act.entry)
        }
    }

    /// Performs a request unless one with the same `id` has been performed: its response may have been lost, or may
    /// have reported a failure although the disk had stored it.
    private func once(
        _ body: JSONValue?, _ context: BasicRequestContext, _ act: OperatorAct,
        _ work: (ConversationKey, _ id: String?) async throws -> Receipt
    ) async throws -> Response {
        var name: String?
        if let given = body?["id"], given != .null {
            guard let id = given.string, (1...HandoverInbox.longestRequestID).contains(id.utf8.count) else {
                return .refusal(
                    .badRequest, "`id` must be a text of 1 to \(HandoverInbox.longestRequestID) bytes")
            }
            guard let session = context.parameters.get("id", as: Int64.self).map({ SessionID($0) }) else {
                return unknown
            }
            let arrival = HandoverInbox.arrivalID(of: id, in: session)
            if try await inbox.hasReceived(arrival, in: session) { return done(.repeated, act) }
            name = arrival
        }
        guard let handover = try await find(context) else { return unknown }
        act.concerns(handover)
        return done(try await work(handover.conversation, name), act)
    }

    private func body(of request: Request) async throws -> [UInt8] {
        Array(try await request.body.collect(upTo: 1 << 20).readableBytesView)
    }

    private func find(_ context: BasicRequestContext) async throws -> SessionSummary? {
        guard let id = context.parameters.get("id", as: Int64.self) else { return nil }
        return try await inbox.find(SessionID(id))
    }

    private var unknown: Response { .refusal(.notFound, "there is no handed-over conversation with this number") }

    private func done(_ receipt: Receipt, _ act: OperatorAct) -> Response {
        switch receipt {
        case .ignored(let reason): return .refusal(.conflict, reason)
        case .accepted: act.isSaved()
        case .repeated: act.add { $0.add("repeated", "true") }
        }
        return .json(["done": true])
    }
}
