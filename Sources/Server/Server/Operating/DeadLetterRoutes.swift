import ConversationRuntime
import CustomerRecords
import Hummingbird
import JSON

/// `/admin/api/dead-letters`: events that could not be processed, and messages that could not be delivered.
///
/// - `GET /admin/api/dead-letters`: lists dead letters, the oldest first, paged with `after` and `limit`.
/// - `GET /admin/api/dead-letters/{id}`: returns one.
/// - `POST /admin/api/dead-letters/{id}/retry`: retries it once.
/// - `DELETE /admin/api/dead-letters/{id}`: deletes it.
struct DeadLetterRoutes: Sendable {
    let stores: Stores
    private var store: any OperatorStore { stores.operators }
    let conversations: Conversations
    let gate: OperatorGate

    private static let mostAtATime = 500

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.listLetters, to: router) { request, _, _ in try await answering { try await list(request) } }
        gate.add(.showLetter, to: router) { _, context, act in
            try await answering { .json(try await letter(context, act).shown) }
        }
        gate.add(.retryLetter, to: router) { _, context, act in
            try await answering { try await retry(try await letter(context, act), act) }
        }
        gate.add(.dropLetter, to: router) { _, context, act in
            try await answering {
                let letter = try await letter(context, act)
                guard try await store.drop(letter.id, recording: act.entry) else { throw Unknown() }
                act.isSaved()
                return .json(["done": true])
            }
        }
    }

    private struct Unknown: Error {}

    private func answering(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch is Unknown {
            return .refusal(.notFound, "there is no dead letter with this number")
        } catch let mistake as QueryMistake {
            return .refusal(.badRequest, mistake.reason)
        }
    }

    private func list(_ request: Request) async throws -> Response {
        try request.refuseParameters(but: ["after", "limit"])
        let limit = try request.limit(1...Self.mostAtATime, else: 50)
        let after = try number("after", of: request).map(DeadLetterID.init)
        let found = try await store.filedLetters(after: after, limit: limit)
        let next = found.count == limit ? found.last?.id.number : nil
        return .json([
            "dead_letters": .array(found.map(\.shown)), "next": next.map { .int(Int($0)) } ?? .null,
        ])
    }

    private func number(_ name: String, of request: Request) throws(QueryMistake) -> Int64? {
        guard let words = request.uri.queryParameters[name[...]] else { return nil }
        guard let number = Int64(words) else { throw QueryMistake("`\(name)` must be a number") }
        return number
    }

    private func letter(_ context: BasicRequestContext, _ act: OperatorAct) async throws -> StoredDeadLetter {
        guard let number = context.parameters.get("id", as: Int64.self),
            let letter = try await store.filedLetter(DeadLetterID(number))
        else { throw Unknown() }
        act.add { $0.concern(letter) }
        return letter
    }

    private var operations: Operations {
        Operations(sessions: stores.sessions, operators: stores.operators, clock: conversations.clock)
    }

    private func retry(_ letter: StoredDeadLetter, _ act: OperatorAct) async throws -> Response {
        defer { conversations.announceChanges() }
        let state: String
        switch try await operations.retry(letter, recording: act.entry) {
        case .queued: state = "queued"
        case .handedOn: state = "handed-on"
        case .impossible(let reason): return .refusal(.conflict, reason)
        }
        act.isSaved()
        return .json(["done": true, "state": .string(state)])
    }
}
