import Channels
public import ConversationRuntime
import Expressions
import Hummingbird
public import JSON

/// `/admin/api/audit`: what operators did, newest first, paged with `before` and `limit`.
struct AuditRoutes: Sendable {
    let audit: any AuditStore
    let clock: any WallClock
    let gate: OperatorGate

    private static let usualPage = 50
    private static let mostAtATime = 500
    private static let parameters: Set<String> = ["since", "actor", "customer", "act", "before", "limit"]

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.readAudit, to: router) { request, _, _ in
            do {
                return try await list(request)
            } catch let mistake as QueryMistake {
                return .refusal(.badRequest, mistake.reason)
            }
        }
    }

    private func list(_ request: Request) async throws -> Response {
        try request.refuseParameters(but: Self.parameters)
        let limit = try request.limit(1...Self.mostAtATime, else: Self.usualPage)
        let given = { (name: String) in request.uri.queryParameters[name[...]].map { String($0) } }
        var filter = AuditFilter(actor: given("actor"), customer: given("customer"), act: given("act"))
        if let act = filter.act, AuditAct(rawValue: act) == nil {
            let known = AuditAct.allCases.map(\.rawValue).joined(separator: ", ")
            throw QueryMistake("there is no act `\(act)`; the acts are \(known)")
        }
        if let since = given("since") {
            guard let moment = PastMoment.reading(since, now: clock.now) else {
                throw QueryMistake("`since` must be \(PastMoment.expected)")
            }
            filter.since = moment
        }
        let before = try given("before").map { words throws(QueryMistake) in
            guard let number = Int64(words) else { throw QueryMistake("`before` must be `next` of the previous page") }
            return AuditEntryID(number)
        }
        let found = try await audit.entries(filter, before: before, limit: limit)
        let next = found.count == limit ? found.last?.id.number : nil
        return .json([
            "entries": .array(found.map(\.shown)), "next": next.map { .int(Int($0)) } ?? .null,
        ])
    }
}

extension StoredAuditEntry {
    /// The entry as JSON, for operators.
    public var shown: JSONValue {
        [
            "id": .int(Int(id.number)), "at": .string(entry.at.iso), "actor": .string(entry.actor),
            "act": .string(entry.act), "customer": entry.customer.map { .string($0) } ?? .null,
            "object": entry.object.map { .string($0) } ?? .null, "details": entry.details,
            "outcome": .string(entry.outcome.rawValue),
        ]
    }
}
