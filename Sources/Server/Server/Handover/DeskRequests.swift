import Channels
import ConversationRuntime
import Hummingbird
import JSON

/// What requests about one conversation with people have in common: its number in the path, and the `id` in the body by
/// which a repeated request is recognised.
struct DeskRequests: Sendable {
    let inbox: HandoverInbox
    let conversations: Conversations

    /// Why a request is refused.
    struct Refused: Error {
        let status: HTTPResponse.Status
        let reason: String

        init(_ reason: String, _ status: HTTPResponse.Status = .badRequest) {
            self.reason = reason
            self.status = status
        }

        static let unknown = Refused("there is no handed-over conversation with this number", .notFound)
    }

    func answering(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let refused as Refused {
            return .refusal(refused.status, refused.reason)
        } catch let mistake as QueryMistake {
            return .refusal(.badRequest, mistake.reason)
        }
    }

    /// Answers a request about one conversation. The audit log names the conversation, also where the request is refused
    /// or repeated.
    ///
    /// - Parameter work: gets the session with the number in the path, whether or not it is handed over; `nil` when there
    ///   is none.
    func answering(
        _ context: BasicRequestContext, _ act: OperatorAct, _ work: (SessionSummary?) async throws -> Response
    ) async throws -> Response {
        try await answering {
            var session: SessionSummary?
            if let id = context.parameters.get("id", as: Int64.self) {
                session = try await inbox.session(SessionID(id))
            }
            if let session { act.concerns(session) }
            return try await work(session)
        }
    }

    /// Returns the body as a JSON object; an empty body is one without members.
    ///
    /// - Parameter keys: the members that it may have, beside `id`.
    /// - Throws: `Refused` for a body that is too large, no JSON object, or has other members.
    func body(of request: Request, _ keys: Set<String> = []) async throws -> JSONObject {
        let object: JSONObject
        do throws(BodyProblem) {
            object = try await request.jsonObject(upTo: 1 << 20) ?? [:]
        } catch {
            throw Refused(error.reason, error.status)
        }
        guard !JSONValue.object(object).holdsNull else { throw Refused("the body contains the character U+0000") }
        if let strange = object.keys.first(where: { $0 != "id" && !keys.contains($0) }) {
            let known = (keys.sorted() + ["id"]).map { "`\($0)`" }.joined(separator: ", ")
            throw Refused("the body has an unknown member `\(strange)`; known are \(known)")
        }
        return object
    }

    /// Returns the session if it is handed over.
    ///
    /// - Throws: `Refused.unknown` otherwise.
    func handover(_ session: SessionSummary?) throws(Refused) -> SessionSummary {
        guard let session, session.isHandedOver else { throw Refused.unknown }
        return session
    }

    /// Performs a request unless one with the same `id` has been performed: its response may have been lost, or may
    /// have reported a failure although the disk had stored it.
    ///
    /// - Parameters:
    ///   - facts: what the response says beside `done`.
    ///   - work: returns the receipt.
    func once(
        _ body: JSONObject, _ route: OperatorRoute, in session: SessionSummary?, _ act: OperatorAct,
        saying facts: (SessionSummary) -> JSONObject = { _ in [:] },
        _ work: (SessionSummary, DeskRequestKey?) async throws -> Receipt
    ) async throws -> Response {
        let key = try key(of: body, route, in: session)
        if let key, let session, try await isRepeated(key, in: session) {
            return try done(.repeated, facts(session), act)
        }
        let handover = try handover(session)
        let receipt = try await work(handover, key)
        // A request that was faster may have used the id for something else.
        if let key, case .repeated = receipt { _ = try await isRepeated(key, in: handover) }
        return try done(receipt, facts(handover), act)
    }

    private func key(
        of body: JSONObject, _ route: OperatorRoute, in session: SessionSummary?
    ) throws(Refused) -> DeskRequestKey? {
        guard let given = body["id"], given != .null else { return nil }
        guard let id = given.string, (1...HandoverInbox.longestRequestID).contains(id.utf8.count) else {
            throw Refused("`id` must be a text of 1 to \(HandoverInbox.longestRequestID) bytes")
        }
        guard let session else { throw Refused.unknown }
        return DeskRequestKey(id, in: session.id, doing: route.act, body)
    }

    /// - Throws: `Refused` when the id is that of another request.
    private func isRepeated(_ key: DeskRequestKey, in session: SessionSummary) async throws -> Bool {
        switch try await inbox.repetition(of: key, in: session) {
        case .none: return false
        case .same: return true
        case .another: throw Refused(HandoverInbox.takenID, .unprocessableContent)
        }
    }

    private func done(_ receipt: Receipt, _ facts: JSONObject, _ act: OperatorAct) throws -> Response {
        switch receipt {
        case .ignored(let reason): throw Refused(reason, .conflict)
        case .accepted: act.isSaved()
        case .repeated: act.add { $0.add("repeated", "true") }
        }
        var object: JSONObject = ["done": true]
        for (key, value) in facts { object[key] = value }
        return .json(.object(object))
    }
}
