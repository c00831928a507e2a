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
            switch error {
            case .tooLarge(let most): throw Refused("the body is larger than \(most) bytes", .contentTooLarge)
            case .malformed: throw Refused("the body is not a JSON object")
            case .lost(let cause): throw cause
            }
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
    /// - Parameter work: returns the receipt, and what the response says beside `done`.
    func once(
        _ body: JSONObject, in session: SessionSummary?, _ act: OperatorAct,
        _ work: (SessionSummary, _ id: String?) async throws -> (Receipt, JSONObject)
    ) async throws -> Response {
        var name: String?
        if let given = body["id"], given != .null {
            guard let id = given.string, (1...HandoverInbox.longestRequestID).contains(id.utf8.count) else {
                throw Refused("`id` must be a text of 1 to \(HandoverInbox.longestRequestID) bytes")
            }
            guard let session else { throw Refused.unknown }
            let arrival = HandoverInbox.arrivalID(of: id, in: session.id)
            if try await inbox.hasReceived(arrival, in: session) { return try done(.repeated, [:], act) }
            name = arrival
        }
        let (receipt, facts) = try await work(try handover(session), name)
        return try done(receipt, facts, act)
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
