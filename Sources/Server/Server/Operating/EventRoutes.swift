import Channels
package import ConversationRuntime
import Crypto
import Expressions
import FlowEngine
package import FlowModel
import Foundation
import HTTPTypes
import Hummingbird
package import JSON

/// `POST /admin/api/events`: systems of the business report events, which begin conversations or continue them.
struct EventRoutes: Sendable {
    let stores: Stores
    let conversations: Conversations
    let gate: OperatorGate

    private static let idempotencyKey = HTTPField.Name("Idempotency-Key")

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.sendEvent, to: router) { request, _, act in
            do throws(EventRefusal) {
                return try await send(ReportedEvent(try await body(of: request)), request, act)
            } catch {
                return try error.response()
            }
        }
    }

    private func body(of request: Request) async throws(EventRefusal) -> JSONValue {
        do throws(BodyProblem) {
            if let object = try await request.jsonObject(upTo: 1 << 16) { return .object(object) }
        } catch {
            switch error {
            case .tooLarge: throw EventRefusal(.contentTooLarge, "the body has more than 64 KB")
            case .malformed: break
            case .lost: throw EventRefusal(error.status, error.reason)
            }
        }
        throw EventRefusal(.badRequest, "the body must be a JSON object with `event` and `customer`")
    }

    private func send(
        _ reported: ReportedEvent, _ request: Request, _ act: OperatorAct
    ) async throws(EventRefusal) -> Response {
        act.add { $0.add("event", String(reported.event.prefix(100))) }
        do {
            let found = try await stores.operators.sessions(named: reported.recipient)
            // The audit log names the customer of a refused event, too.
            if let session = try? reported.session(among: found) { act.concerns(session) }
            let event = try reported.request(for: conversations.bot, key: try key(of: request))
            let summary = try reported.session(among: found)
            let receipt = try await conversations.report(event, to: summary.conversation, recording: act.entry)
            return try answer(receipt, summary, act)
        } catch let refusal as EventRefusal {
            throw refusal
        } catch {
            throw EventRefusal(cause: error)
        }
    }

    private func answer(
        _ receipt: EventReceipt, _ summary: SessionSummary, _ act: OperatorAct
    ) throws(EventRefusal) -> Response {
        switch receipt {
        case .received(let reception, let isRepeated):
            if isRepeated { act.add { $0.add("repeated", "true") } } else { act.isSaved() }
            return .json(
                [
                    "session": .int(Int(summary.id.number)), "outcome": .string(reception.rawValue),
                    "repeated": .bool(isRepeated),
                ], status: reception == .waiting ? .accepted : .ok)
        case .keyTaken:
            throw EventRefusal(
                .unprocessableContent, "another request has used this `Idempotency-Key` within the last 7 days")
        case .refused(let reason): throw EventRefusal(.conflict, reason)
        }
    }

    private func key(of request: Request) throws(EventRefusal) -> String {
        guard let key = Self.idempotencyKey.flatMap({ request.headers[$0] }) else {
            throw EventRefusal(
                .badRequest,
                "the header `Idempotency-Key` is missing: a text of your own, such as the number of the shipment, by which "
                    + "a repeated request is recognised, so that the event is reported once")
        }
        guard (1...EventRequest.longestKey).contains(key.utf8.count) else {
            throw EventRefusal(
                .badRequest, "the header `Idempotency-Key` must be a text of 1 to \(EventRequest.longestKey) bytes")
        }
        return key
    }
}

/// The body of a request that reports an event.
package struct ReportedEvent: Sendable {
    /// The name of the event.
    package let event: String
    /// The id of the customer, or the number of the session.
    package let recipient: String
    private let isSession: Bool
    private let values: JSONValue?

    /// - Throws: `EventRefusal` for a body that is not of the form.
    package init(_ json: JSONValue) throws(EventRefusal) {
        guard !json.holdsNull else { throw EventRefusal(.badRequest, "the body contains the character U+0000") }
        for (name, _) in json.object ?? JSONObject() where !["event", "customer", "session", "values"].contains(name) {
            throw EventRefusal(
                .badRequest, "the body has no `\(name)`; it has `event`, `customer` or `session`, and `values`")
        }
        guard let event = json["event"]?.string, !event.isEmpty else {
            throw EventRefusal(.badRequest, "`event` must be the name of an event")
        }
        switch (json["customer"], json["session"]) {
        case (let customer?, nil):
            guard let id = customer.string, !id.isEmpty else {
                throw EventRefusal(.badRequest, "`customer` must be the id of a customer")
            }
            (recipient, isSession) = (id, false)
        case (nil, let session?):
            guard let number = session.int, number > 0 else {
                throw EventRefusal(.badRequest, "`session` must be the number of a session")
            }
            (recipient, isSession) = ("\(number)", true)
        default:
            throw EventRefusal(.badRequest, "the body must have either `customer` or `session`")
        }
        self.event = event
        values = json["values"]
    }

    /// The request, with the values as the bot declares them.
    package func request(for bot: Bot, key: String) throws(EventRefusal) -> EventRequest {
        guard let declaration = bot.event(named: event) else {
            let known = bot.events.map { "`\($0.name)`" }.joined(separator: ", ")
            throw EventRefusal(
                .unprocessableContent,
                "bot.yaml declares no event `\(event)`; "
                    + (known.isEmpty ? "it declares none" : "it declares \(known)"))
        }
        do throws(EventMistake) {
            let outside = try OutsideEvent(declaration, values: values, in: bot.zone)
            var open = outside
            for field in declaration.privateFields { open.fields[field] = nil }
            return EventRequest(outside, key: key, fingerprint: fingerprint(open, key))
        } catch {
            throw EventRefusal(.unprocessableContent, "\(error)")
        }
    }

    /// A hash of the request, which is stored as it is: private values are not part of it, as they could be guessed.
    private func fingerprint(_ outside: OutsideEvent, _ key: String) -> String {
        let text = "\(key)\n\(isSession ? "session" : "customer") \(recipient)\n\(outside.jsonText)"
        return SHA256.hash(data: Data(text.utf8)).prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0\(digits)" : digits
        }.joined()
    }

    /// The only one of the sessions that is meant.
    package func session(among found: [SessionSummary]) throws(EventRefusal) -> SessionSummary {
        let meant = found.filter { summary in
            isSession ? "\(summary.id.number)" == recipient : summary.conversation.customer == recipient
        }
        guard let only = meant.first else {
            throw EventRefusal(
                .notFound,
                isSession
                    ? "there is no session \(recipient)"
                    : "there is no conversation with this customer; only customers begin conversations")
        }
        guard meant.count < 2 else {
            let numbers = meant.map { "\($0.id.number)" }.joined(separator: ", ")
            throw EventRefusal(
                .conflict, "the customer has several sessions; name one by `session`, its number: \(numbers)")
        }
        return only
    }
}

/// Why a reported event is refused.
package struct EventRefusal: Error {
    private let status: HTTPResponse.Status
    package let reason: String
    /// The error of a store, which is not the request's fault.
    package let cause: (any Error)?

    init(_ status: HTTPResponse.Status, _ reason: String) {
        self.status = status
        self.reason = reason
        cause = nil
    }

    /// The request could mean several recipients.
    package init(ambiguous reason: String) { self.init(.conflict, reason) }

    package init(cause: any Error) {
        status = .internalServerError
        reason = "\(cause)"
        self.cause = cause
    }

    /// - Throws: the error of a store.
    func response() throws -> Response {
        if let cause { throw cause }
        return .refusal(status, reason)
    }
}
