import Channels
import ConversationRuntime
import Expressions
import HTTPTypes
import Hummingbird
import JSON
import Synchronization

/// Lets requests of operators in, and enters in the audit log what they do.
///
/// An entry is durable before the response is sent. Where an act is a transaction, it has the entry with it; all others
/// are entered when their response is ready. A response whose entry cannot be saved is not sent.
struct OperatorGate: Sendable {
    let admission: any OperatorAdmission
    let audit: any AuditStore
    let clock: any WallClock
    /// The path that the routes begin with.
    var root = OperatorRoute.root

    /// Adds a route.
    func add(
        _ route: OperatorRoute, to router: Router<BasicRequestContext>,
        _ work: @escaping @Sendable (Request, BasicRequestContext, OperatorAct) async throws -> Response
    ) {
        router.on(RouterPath("/\(root)/\(route.path)"), method: route.method) { request, context in
            try await handle(route, request) { act in
                // No name has it, and PostgreSQL takes no text with it.
                guard !request.uri.path.contains("%00") else { return .refusal(.notFound, "there is nothing here") }
                guard !(request.uri.query ?? "").contains("%00") else {
                    return .refusal(.badRequest, "the address contains the character U+0000")
                }
                return try await work(request, context, act)
            }
        }
    }

    func handle(
        _ route: OperatorRoute, _ request: Request, _ work: (OperatorAct) async throws -> Response
    ) async throws -> Response {
        try await admitting(request, to: route) { caller in
            let act = OperatorAct(route.act, by: caller, at: clock.now)
            let response = try await answer(act, work)
            if route.isRecorded { try await finish(act, response.status) }
            return response
        }
    }

    /// Answers a request of someone who may use a route; others get their refusal, which is entered in the audit log.
    func admitting(
        _ request: Request, to route: OperatorRoute, _ work: (Caller) async throws -> Response
    ) async throws -> Response {
        do {
            return try await work(try await admission.admit(request, for: route.right))
        } catch let refusal as OperatorRefusal {
            if let known = refusal.known {
                try await audit.record(
                    AuditEntry(
                        route.act, by: known.actor, at: clock.now, details: ["reason": .string(known.reason)],
                        outcome: .refused))
            }
            return refusal.response
        } catch {
            if let unanswered = UnansweredRequest(error) { throw unanswered }
            throw error
        }
    }

    private func answer(
        _ act: OperatorAct, _ work: (OperatorAct) async throws -> Response
    ) async throws -> Response {
        do {
            return try await work(act)
        } catch let refusal as OperatorRefusal {
            throw refusal
        } catch let error as HTTPError where error.status.code < 500 {
            // Such as a body that is too large.
            return .refusal(error.status, error.body ?? error.status.reasonPhrase)
        } catch {
            let unanswered = UnansweredRequest(error)
            // A transaction that may still take effect has its own entry: another one would deny it.
            if unanswered?.mayTakeEffect == true, act.isPassedOn { throw error }
            // Nothing was shown; if the store is the reason, the entry may not be saved either.
            let status = unanswered.map { _ in UnansweredRequest.status } ?? (error as? any HTTPResponseError)?.status
            try? await finish(act, status ?? .internalServerError)
            throw error
        }
    }

    /// Enters an act that its own transaction has not entered.
    private func finish(_ act: OperatorAct, _ status: HTTPResponse.Status) async throws {
        guard var entry = act.open else { return }
        if status.code >= 400 {
            entry.outcome = .failed
            entry.add("status", "\(status.code)")
        }
        try await audit.record(entry)
    }
}

/// What an operator is doing with one request.
final class OperatorAct: Sendable {
    let caller: Caller
    private let state: Mutex<(entry: AuditEntry, isPassedOn: Bool, isRecorded: Bool)>

    init(_ act: AuditAct, by caller: Caller, at moment: Moment) {
        self.caller = caller
        state = Mutex((AuditEntry(act, by: caller.name, at: moment), false, false))
    }

    /// The entry as far as it is known, for the transaction of the act.
    var entry: AuditEntry {
        state.withLock { state in
            state.isPassedOn = true
            return state.entry
        }
    }

    /// Whether a transaction has got the entry, whatever its outcome is.
    var isPassedOn: Bool { state.withLock { $0.isPassedOn } }

    /// The entry, unless a transaction has saved it.
    var open: AuditEntry? { state.withLock { $0.isRecorded ? nil : $0.entry } }

    /// Notes that a transaction has saved the entry.
    func isSaved() { state.withLock { $0.isRecorded = true } }

    /// Says more about the act.
    func add(_ change: (inout AuditEntry) -> Void) { state.withLock { change(&$0.entry) } }

    func concerns(_ session: SessionSummary) { add { $0.concern(session) } }
}
