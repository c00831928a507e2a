import ConversationRuntime
import Desk
import HTTPTypes
import Hummingbird
import JSON
import Server

/// Admits to the desk of `usher dev` those who may use the studio: the same key, and the same rules for host and origin.
struct StudioDeskGate: DeskGate {
    let gate: StudioGate

    /// The path of the cookie.
    static let path = "/\(DeskSite.root)"

    var accountPage: String? { nil }

    func refusalOfPage(_ request: Request) -> Response? {
        refusal { () throws(StudioRefusal) in try gate.checkHost(of: request) }
    }

    func isStillAdmitted(_ request: Request) async -> Bool { true }

    private func refusal(of request: Request) -> Response? {
        refusal { () throws(StudioRefusal) in
            try gate.check(request)
            let isRead = request.method == .get || request.method == .head
            guard isRead || request.saysJSON || request.saysBytes else {
                throw StudioRefusal.noJSON
            }
        }
    }

    /// Who has the key of the studio is its author, and may do everything with the simulated customers.
    func admit(_ request: Request, for right: Right) async throws -> Caller {
        if let refusal = refusal(of: request) { throw OperatorRefusal(refusal) }
        return Caller("studio", rights: Set(Right.allCases))
    }

    func beginSession(_ request: Request) async throws -> Response {
        do {
            try gate.checkOrigin(of: request)
            guard let key = try await StudioRoutes.body(of: request)["key"]?.string,
                let cookie = gate.cookie(for: key, at: Self.path)
            else {
                throw StudioRefusal(
                    .unauthorized, "this is not the key of the desk; open the link that `usher dev` prints")
            }
            return Response(status: .noContent, headers: [.setCookie: cookie])
        } catch let refusal as StudioRefusal {
            return refusal.response
        }
    }

    private func refusal(_ check: () throws(StudioRefusal) -> Void) -> Response? {
        do throws(StudioRefusal) { try check() } catch { return error.response }
        return nil
    }
}
