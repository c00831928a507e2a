import Channels
public import ConversationRuntime
import Expressions
import Hummingbird
public import JSON

/// `/admin/api/bookings`: the slots that customers have taken.
///
/// - `GET /admin/api/bookings`: lists those that have not passed, the earliest first, of one `calendar` or of all, paged
///   with `skip` and `limit`.
/// - `POST /admin/api/bookings/{id}/give-back`: gives one back, so that others can take it.
struct BookingRoutes: Sendable {
    let bookings: any BookingStore
    let conversations: Conversations
    let gate: OperatorGate

    private static let usualPage = 200
    private static let mostAtATime = 500

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.listBookings, to: router) { request, _, _ in try await answering { try await list(request) } }
        gate.add(.giveBackBooking, to: router) { _, context, act in
            let id = context.parameters.get("id")
            act.add { $0.object = id.map { "booking \($0)" } }
            guard let id, try await bookings.giveBack(booking: id, recording: act.entry) else {
                return .refusal(.notFound, "no customer has taken a slot with this id")
            }
            act.isSaved()
            return .json(["given_back": .string(id)])
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
        try request.refuseParameters(but: ["calendar", "skip", "limit"])
        let limit = try request.limit(1...Self.mostAtATime, else: Self.usualPage)
        let calendar = request.uri.queryParameters["calendar"].map { String($0) }
        var skipping = 0
        if let words = request.uri.queryParameters["skip"] {
            guard let number = Int(words), number >= 0 else { throw QueryMistake("`skip` must be a number from 0") }
            skipping = number
        }
        let found = try await bookings.bookings(
            in: calendar, from: conversations.clock.now, skipping: skipping, limit: limit)
        return .json(["bookings": .array(found.map(\.shown))])
    }
}

extension StoredBooking {
    /// The slot as JSON, for operators.
    public var shown: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "calendar": .string(calendar), "start": .string(start.iso), "end": .string(end.iso),
            "name": .string(name), "customer": .string(conversation.customer),
            "business": .string(conversation.business), "channel": .string(conversation.channel),
            "booked_at": .string(bookedAt.iso),
        ]
        object.set("held_until", until.map { .string($0.iso) })
        return .object(object)
    }
}
