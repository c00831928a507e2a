import Accounts
import Channels
package import ConversationRuntime
package import Hummingbird

/// Decides who may use routes of operators.
package protocol OperatorAdmission: Sendable {
    /// Returns who sent a request, if they have the right.
    ///
    /// - Throws: `OperatorRefusal`, or the error of a store.
    func admit(_ request: Request, for right: Right) async throws -> Caller
}

/// Why a request of an operator is refused.
package struct OperatorRefusal: Error {
    package let response: Response
    /// Who sent it, and why it is refused, for the audit log; `nil` for someone unknown: strangers must not be able to
    /// fill it.
    package let known: (actor: String, reason: String)?

    package init(_ response: Response, of actor: String? = nil, because reason: String = "") {
        self.response = response
        known = actor.map { ($0, reason) }
    }

    /// The refusal of a caller who lacks a right.
    package static func lacking(_ right: Right, _ caller: Caller) -> OperatorRefusal {
        OperatorRefusal(
            .refusal(.forbidden, "\(caller.name) lacks the right `\(right.rawValue)`"), of: caller.name,
            because: "lacks `\(right.rawValue)`")
    }
}

extension Caller {
    /// - Throws: `OperatorRefusal` when a right is missing.
    package func require(_ right: Right) throws {
        guard rights.contains(right) else { throw OperatorRefusal.lacking(right, self) }
    }
}

/// Admits those with the token of the settings, those with an API token that has the right, and those who are signed in
/// to an account that has it.
struct BearerAdmission: OperatorAdmission {
    /// `nil` when the settings have none; then only API tokens open the routes, and to others there are none.
    let token: OperatorToken?
    let tokens: TokenCallers
    var accounts: AccountGate?
    let clock: any WallClock

    func admit(_ request: Request, for right: Right) async throws -> Caller {
        let shown = request.bearerToken
        if shown == nil, let accounts, accounts.hasCookie(request) {
            return try await accounts.admit(request, for: right)
        }
        if let shown, let token, token.matches(shown) { return .adminToken }
        switch try await find(shown) {
        case .caller(let caller):
            try caller.require(right)
            return caller
        case .expired(let caller):
            throw OperatorRefusal(
                .unauthorized("the API token has expired"), of: caller.name, because: "the token has expired")
        case .unknown:
            guard token != nil else { throw HTTPError(.notFound) }
            throw OperatorRefusal(.unauthorized("the bearer token of `admin.token`, or an API token, is required"))
        }
    }

    private func find(_ shown: String?) async throws -> TokenCallers.Found {
        guard let shown else { return .unknown }
        return try await tokens.find(shown, at: clock.now)
    }
}

extension Request {
    /// The token of the header `Authorization: Bearer …`.
    fileprivate var bearerToken: String? {
        let words = (headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }
}

extension Response {
    fileprivate static func unauthorized(_ reason: String) -> Response {
        var response = Response.refusal(.unauthorized, reason)
        response.headers[.wwwAuthenticate] = "Bearer"
        return response
    }
}
