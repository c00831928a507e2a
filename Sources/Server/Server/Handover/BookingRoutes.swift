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
    let token: OperatorToken

    private static let usualPage = 200
    private static let mostAtATime = 500

    func add(to router: Router<BasicRequestContext>) {
        let routes = router.group("admin/api/bookings")
        routes.get { request, _ in
            try await allowed(request) { try await list(request) }
        }
        routes.post(":id/give-back") { request, context in
            try await allowed(request) {
                guard let id = context.parameters.get("id"), try await bookings.giveBack(booking: id) else {
                    return .refusal(.notFound, "no customer has taken a slot with this id")
                }
                return .json(["given_back": .string(id)])
            }
        }
    }

    private func allowed(_ request: Request, _ work: () async throws -> Response) async throws -> Response {
        if let refusal = token.refusal(of: request) { return refusal }
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
