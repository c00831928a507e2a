import ConversationRuntime
import HTTPTypes
import Hummingbird
import JSON
import Logging
import Server

/// Decides who may use the studio.
protocol StudioAccess: Sendable {
    /// Throws for a request for the page itself, which holds no texts, that must not be answered.
    func checkPage(_ request: Request) throws(StudioRefusal)

    /// Returns who sent a request, if they have the right.
    func admit(_ request: Request, for right: Right) async throws(StudioRefusal) -> Caller

    /// Whether someone who was admitted still is, while a response to them continues.
    func isStillAdmitted(_ request: Request) async -> Bool
}

extension StudioGate: StudioAccess {
    func checkPage(_ request: Request) throws(StudioRefusal) { try checkHost(of: request) }

    /// Who has the key is the author, and may do everything.
    func admit(_ request: Request, for right: Right) throws(StudioRefusal) -> Caller {
        try check(request)
        return Caller("studio", rights: Set(Right.allCases))
    }

    func isStillAdmitted(_ request: Request) -> Bool { true }
}

/// Admits to the studio of a server those who are signed in and have the right.
struct AccountStudioAccess: StudioAccess {
    let accounts: AccountGate
    let routes: OperatorRoutes

    /// The page says where to sign in.
    func checkPage(_ request: Request) throws(StudioRefusal) {}

    func admit(_ request: Request, for right: Right) async throws(StudioRefusal) -> Caller {
        do {
            return try await accounts.admit(request, for: right)
        } catch let refusal as OperatorRefusal {
            // A refusal that cannot be entered is a refusal still.
            try? await routes.record(refusal, of: right == .publish ? .publish : .showVersion)
            throw StudioRefusal(refusal)
        } catch {
            routes.logger.error("studio request failed", metadata: ["reason": "\(error)"])
            throw StudioRefusal(.serviceUnavailable, "the database does not answer")
        }
    }

    func isStillAdmitted(_ request: Request) async -> Bool {
        await accounts.isStillAdmitted(request, for: .editFlows)
    }
}
