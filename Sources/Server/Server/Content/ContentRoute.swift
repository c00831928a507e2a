import Channels
import ConversationRuntime
import Foundation
import HTTPTypes
import Hummingbird

/// `GET /admin/api/content/{id}`, and the same in the desk: a file that a customer sent, for the business's staff and programs.
struct ContentRoute: Sendable {
    let content: any ContentStore
    let clock: any WallClock
    let gate: OperatorGate

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.readFile, to: router) { _, context, act in try await show(context.parameters.get("id"), act) }
    }

    private func show(_ id: String?, _ act: OperatorAct) async throws -> Response {
        guard let id = id.map({ $0.removingPercentEncoding ?? $0 }), let file = try await content.content(id),
            file.content.expiresAt > clock.now
        else { return .refusal(.notFound, "there is no file with this id, or it was deleted") }
        act.add { entry in
            entry.customer = file.content.sender ?? file.content.conversation.customer
            entry.object = "file \(file.content.id)"
        }
        return Response(
            status: .ok, headers: headers(of: file),
            body: .pieces(length: file.size) { take in try await content.read(file, take) })
    }

    private func headers(of file: StoredContent) -> HTTPFields {
        var headers = HTTPFields.file(named: file.content.name, kind: file.content.kind)
        headers[.cacheControl] = "private, no-store"
        return headers
    }
}
