import ConversationRuntime
import Expressions
import Hummingbird
import JSON

/// `GET /health/live` and `GET /health/ready`, for load balancers.
struct HealthRoutes: Sendable {
    let conversations: Conversations
    let store: any SessionStore

    /// The process runs.
    func live() -> Response { .json(["status": "live"]) }

    /// Messages can be taken: the store answers. Sending may have stopped all the same, which is told beside it.
    func ready() async -> Response {
        do {
            _ = try await store.nextTimer()
        } catch {
            return .refusal(.serviceUnavailable, "the database does not answer")
        }
        var body: JSONObject = ["status": "ready", "flows": .string(conversations.version)]
        body.set("sending_stopped", conversations.haltReason.map { .string($0) })
        return .json(.object(body))
    }
}
