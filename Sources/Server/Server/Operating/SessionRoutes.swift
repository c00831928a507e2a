import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import FlowEngine
import Foundation
import Hummingbird
import JSON

/// `/admin/api/sessions`: management of customers' sessions. A session is identified by its number or by the customer's
/// id.
struct SessionRoutes: Sendable {
    let stores: Stores
    private var store: any OperatorStore { stores.operators }
    let conversations: Conversations
    let gate: OperatorGate

    /// The reason why a request cannot be fulfilled.
    private enum Refusal: Error {
        case unknown
        case several([SessionID])
    }

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.listSessions, to: router) { request, _, act in try await answering { try await list(request, act) } }
        gate.add(.showSession, to: router) { _, context, act in
            try await answering { try await show(try await session(context, act)) }
        }
        gate.add(.readHistory, to: router) { _, context, act in
            try await answering { try await history(try await session(context, act)) }
        }
        gate.add(.exportCustomer, to: router) { request, context, act in
            try await answering { try await export(request, context, act) }
        }
        gate.add(.resetSession, to: router) { _, context, act in
            try await answering {
                let session = try await session(context, act)
                return done(try await conversations.reset(session.conversation, recording: act.entry), act)
            }
        }
        gate.add(.moveSession, to: router) { request, context, act in
            try await answering {
                let body = try await request.operatorBody(upTo: 1 << 16)
                return try await move(context, body, act)
            }
        }
        gate.add(.eraseCustomer, to: router) { _, context, act in
            try await answering { try await erase(context, act) }
        }
    }

    private func answering(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch Refusal.unknown {
            return .refusal(.notFound, "there is no such session")
        } catch Refusal.several(let ids) {
            let numbers = ids.map { "\($0.number)" }.joined(separator: ", ")
            return .refusal(.conflict, "the customer has several sessions; name one by its number: \(numbers)")
        } catch let mistake as QueryMistake {
            return .refusal(.badRequest, mistake.reason)
        } catch let error as UnreadableSession {
            return .refusal(.conflict, "\(error)")
        }
    }

    private func list(_ request: Request, _ act: OperatorAct) async throws -> Response {
        let query = try SessionQuery(request, now: conversations.clock.now)
        // What is searched for may be data of a customer.
        let filters = Set(request.uri.queryParameters.map { String($0.key) }).subtracting(["limit", "after"])
        if !filters.isEmpty { act.add { $0.add("filters", filters.sorted().joined(separator: " ")) } }
        let found = try await store.sessions(query.filter, skipping: 0, limit: query.limit)
        let next = found.count == query.limit ? found.last?.place.cursor : nil
        return .json(["sessions": .array(found.map(\.shown)), "next": next.map { .string($0) } ?? .null])
    }

    private func show(_ summary: SessionSummary) async throws -> Response {
        guard let stored = try await stores.sessions.session(summary.id) else { throw Refusal.unknown }
        return .json(stored.shown(summary))
    }

    private func history(_ summary: SessionSummary) async throws -> Response {
        let history = try await stores.sessions.history(of: summary.id)
        let lines = try HistoryTranscript(history, named: "session \(summary.id.number)").lines
        return .json([
            "id": .int(Int(summary.id.number)), "transcript": .array(lines.map { .string($0) }),
            "events": .array(history.map { $0.shown() }),
        ])
    }

    private func move(
        _ context: BasicRequestContext, _ wish: JSONObject?, _ act: OperatorAct
    ) async throws -> Response {
        let summary = try await session(context, act)
        let (step, wantedFlow) = try Self.place(wish)
        let flow = wantedFlow ?? summary.flow
        if let mistake = conversations.mistake(in: step, of: flow) { return .refusal(.badRequest, mistake) }
        act.add { $0.add("step", "\(flow)/\(step)") }
        return done(
            try await conversations.move(summary.conversation, to: step, of: flow, recording: act.entry), act)
    }

    /// The step that is wished for, and its flow, if it is named.
    private static func place(_ wish: JSONObject?) throws(QueryMistake) -> (step: String, flow: String?) {
        guard let wish, let step = wish["step"]?.string, !step.isEmpty else {
            throw QueryMistake("the body must be JSON with a `step`, and a `flow` for a step of another flow")
        }
        if let strange = wish.keys.first(where: { !["step", "flow"].contains($0) }) {
            throw QueryMistake("the body has no `\(strange)`; it has `step` and `flow`")
        }
        guard let flow = wish["flow"], flow != .null else { return (step, nil) }
        guard let name = flow.string, !name.isEmpty else { throw QueryMistake("`flow` must be the name of a flow") }
        return (step, name)
    }

    private func export(
        _ request: Request, _ context: BasicRequestContext, _ act: OperatorAct
    ) async throws -> Response {
        try request.refuseParameters(but: ["private"])
        let isOpen = try request.wantsPrivate(act)
        let export = CustomerExport(from: stores, isOpen: isOpen)
        let customer = try await customer(context)
        guard let json = try await export.json(of: customer, at: conversations.clock.now) else { throw Refusal.unknown }
        act.add { $0.customer = customer }
        return .json(json)
    }

    private func erase(_ context: BasicRequestContext, _ act: OperatorAct) async throws -> Response {
        let customer = try await customer(context)
        let erasure = try await store.erase(customer: customer, recording: act.entry)
        if !erasure.isEmpty { act.isSaved() }
        if erasure.isEmpty {
            guard !erasure.isThorough else { throw Refusal.unknown }
            return .refusal(
                .conflict,
                "the customer is erased from the database, but its write-ahead log is still in use; repeat the request"
            )
        }
        return .json(ErasureReceipt(erasure, of: customer, at: conversations.clock.now).json)
    }

    private func done(_ receipt: Receipt, _ act: OperatorAct) -> Response {
        if case .ignored(let reason) = receipt { return .refusal(.conflict, reason) }
        if case .accepted = receipt { act.isSaved() }
        return .json(["done": true])
    }

    // Identifying the session.

    private func id(_ context: BasicRequestContext) throws -> String {
        guard let id = context.parameters.get("id").map({ $0.removingPercentEncoding ?? $0 }) else {
            throw Refusal.unknown
        }
        return id
    }

    private func session(_ context: BasicRequestContext, _ act: OperatorAct) async throws -> SessionSummary {
        let found = try await store.sessions(named: try id(context))
        guard found.count < 2 else { throw Refusal.several(found.map(\.id)) }
        guard let only = found.first else { throw Refusal.unknown }
        act.concerns(only)
        return only
    }

    /// Returns the customer of a session, or the customer with this id, about whom data may be stored even without a
    /// session.
    private func customer(_ context: BasicRequestContext) async throws -> String {
        let id = try id(context)
        let found = try await store.sessions(named: id)
        let customers = Set(found.map(\.conversation.customer))
        guard customers.contains(id) || customers.count < 2 else { throw Refusal.several(found.map(\.id)) }
        return try await store.customer(named: customers.contains(id) ? id : customers.first ?? id)
    }
}
