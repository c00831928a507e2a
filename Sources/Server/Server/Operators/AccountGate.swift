package import Accounts
package import ConversationRuntime
import HTTPTypes
package import Hummingbird
import JSON

/// Admits operators who are signed in, by the cookie of their browser.
///
/// Any site can have a browser send requests here with that cookie, so those of other sites are refused.
package struct AccountGate: OperatorAdmission {
    package let accounts: OperatorAccounts
    package let origin: OwnOrigin

    /// The page on which operators sign in.
    package static let page = "/operators"

    package init(accounts: OperatorAccounts, publicURL: String?) {
        self.accounts = accounts
        origin = OwnOrigin(publicURL: publicURL)
    }

    package func admit(_ request: Request, for right: Right) async throws -> Caller {
        let caller = try await account(of: request).caller
        try caller.require(right)
        return caller
    }

    /// Returns the account that is signed in.
    ///
    /// - Throws: `OperatorRefusal` when none is, or when another site sent the request.
    package func account(of request: Request) async throws -> Account {
        if let objection = origin.objection(to: request) {
            throw OperatorRefusal(.refusal(.forbidden, objection))
        }
        guard let secret = secret(of: request), let account = try await accounts.account(with: secret) else {
            throw OperatorRefusal(Self.signedOut)
        }
        return account
    }

    /// Whether the sender of a request is still signed in, and has a right. It does not make the session last longer.
    package func isStillAdmitted(_ request: Request, for right: Right) async -> Bool {
        guard let secret = secret(of: request) else { return false }
        do {
            return try await accounts.account(with: secret, countsAsUse: false)?.role.rights.contains(right) ?? false
        } catch {
            // A database that does not answer for a moment signs no one out.
            return true
        }
    }

    /// The response to a request without a session: it names the page on which to sign in.
    package static var signedOut: Response {
        .json(
            [
                "error": [
                    "status": 401, "reason": .string("no one is signed in; sign in at \(page)"),
                    "sign_in": .string(page),
                ]
            ], status: .unauthorized)
    }

    /// Whether a request has the cookie of a session, valid or not.
    func hasCookie(_ request: Request) -> Bool { secret(of: request) != nil }

    func secret(of request: Request) -> String? { Cookies(headers: request.headers[values: .cookie])[cookieName] }

    /// By `https` the browser guarantees that no other host has set it.
    private var cookieName: String { origin.isSecure ? "__Host-usher_operator" : "usher_operator" }

    /// The header that gives a session to the browser, until it is closed; the server ends it earlier.
    ///
    /// - Parameter secret: `nil` takes it away.
    func cookie(_ secret: SecretText?) -> String {
        let age = secret == nil ? "; Max-Age=0" : ""
        let secure = origin.isSecure ? "; Secure" : ""
        return "\(cookieName)=\(secret?.text ?? ""); Path=/\(age); HttpOnly; SameSite=Strict\(secure)"
    }
}
