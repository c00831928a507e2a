import AccountPage
import Accounts
import Channels
import ConversationRuntime
import CurlClient
import Expressions
import FlowModel
import HTTPTypes
import Hummingbird
import JSON
import Logging
import SignIn

/// Signing in of operators at an identity provider (OpenID Connect with PKCE).
///
/// | route | does |
/// |---|---|
/// | `GET /operators/provider?to={page}` | sends the browser to the provider, and later to the page |
/// | `GET /operators/callback` | where the provider sends it back |
struct ProviderSignInRoutes: Sendable {
    let gate: AccountGate
    private let provider: OperatorProvider
    private let client: ProviderClient
    private let redirect: String
    private let logger: Logger

    /// Between a sign-in and its page, in the value of the cookie.
    private static let separator = "~"

    /// - Parameter publicURL: the address below which the provider sends browsers back.
    init(
        _ provider: OperatorProvider, gate: AccountGate, publicURL: String, http: ProviderHTTP, clock: any WallClock,
        logger: Logger
    ) {
        self.provider = provider
        self.gate = gate
        self.logger = logger
        redirect = "\(publicURL)/operators/callback"
        var known = SignInProvider(name: "operators")
        known.discovery = provider.issuer
        known.client = provider.client
        known.scope = ["openid", "email", "profile"]
        client = ProviderClient(known, secret: provider.secret, http: http, clock: clock, zone: .utc)
    }

    func add(to router: Router<BasicRequestContext>) {
        let root = router.group("operators")
        root.get("provider") { request, _ in await begin(request) }
        root.get("callback") { request, _ in try await end(request) }
    }

    private func begin(_ request: Request) async -> Response {
        let signIn = BrowserSignIn.begin()
        let place = FormFields(request.uri.query ?? "")["to"].flatMap { OperatorPlace(rawValue: $0) }
        do throws(SignInFailure) {
            let address = try await signIn.address(at: client, redirect: redirect)
            var response = Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
            let value = [signIn.cookie, place?.rawValue].compactMap(\.self).joined(separator: Self.separator)
            response.headers[.setCookie] = cookie(value, mark: signIn.mark, seconds: 600)
            return response
        } catch {
            return failed("\(error)", on: place)
        }
    }

    /// The sign-in of this browser with a state, and the page to which it leads.
    private func begun(_ state: String, in request: Request) -> (signIn: BrowserSignIn, place: OperatorPlace?)? {
        let name = cookieName(BrowserSignIn.mark(of: state))
        let shown = Cookies(headers: request.headers[values: .cookie])[name] ?? ""
        let parts = shown.split(separator: Self.separator, maxSplits: 1).map(String.init)
        guard let signIn = parts.first.flatMap({ BrowserSignIn(cookie: $0) }), signIn.isOf(state: state) else {
            return nil
        }
        return (signIn, parts.count > 1 ? OperatorPlace(rawValue: parts[1]) : nil)
    }

    private func end(_ request: Request) async throws -> Response {
        let query = FormFields(request.uri.query ?? "")
        guard let state = query["state"], let (signIn, place) = begun(state, in: request) else {
            return failed("the callback belongs to no sign-in of this browser", on: nil)
        }
        var response: Response
        do {
            response = signedIn(try await session(query, signIn), on: place)
        } catch let failure as SignInFailure {
            response = failed("\(failure)", on: place)
        } catch let refusal as Refusal {
            response = failed(refusal.reason, on: place)
        }
        // Only its own: others of this browser may be under way.
        response.headers[values: .setCookie].append(cookie("", mark: signIn.mark, seconds: 0))
        return response
    }

    /// Why a person whom the provider knows is not let in.
    private struct Refusal: Error {
        var reason: String
    }

    /// - Throws: `SignInFailure`, `Refusal`, and what the store throws.
    private func session(_ query: FormFields, _ signIn: BrowserSignIn) async throws -> SecretText {
        let claims = try await claims(query, signIn)
        guard let name = claims[provider.nameClaim]?.string else {
            throw Refusal(reason: "the claim `\(provider.nameClaim)` is missing")
        }
        guard provider.trustsName(in: claims) else {
            throw Refusal(
                reason: "the provider does not say that the e-mail address is verified (`email_verified`): have it "
                    + "verify addresses, or name another claim in `operators.name_claim`")
        }
        let role = role(in: claims)
        if provider.roleClaim != nil, role == nil {
            throw Refusal(reason: "no value of the claim of roles gives a role")
        }
        guard let secret = try await gate.accounts.signIn(identifiedAs: name, role: role) else {
            throw Refusal(reason: "there is no account of this name, or it is disabled")
        }
        return secret
    }

    private func claims(_ query: FormFields, _ signIn: BrowserSignIn) async throws(SignInFailure) -> JSONObject {
        if query["error"] != nil { throw .refused("the provider reports an error") }
        guard let code = query["code"], !code.isEmpty, code.utf8.count <= 4_096 else {
            throw .badAnswer("the callback has neither a code nor an error")
        }
        if let issuer = query["iss"], let own = try await client.addresses().issuer, issuer != own {
            throw .badAnswer("the callback is from another issuer")
        }
        return try await client.identity(
            code: code, redirect: redirect, of: signIn, claims: provider.neededClaims)
    }

    /// The first role that a value of the claim gives.
    private func role(in claims: JSONObject) -> Role? {
        guard let claim = provider.roleClaim, let found = claims[claim] else { return nil }
        let values = Set((found.array ?? [found]).compactMap(\.string))
        return provider.roles.first { values.contains($0.value) }?.role
    }

    // Responses.

    /// The next page is asked for by a page of this server: a browser does not send the new cookie with a redirect that
    /// another site began.
    private func signedIn(_ secret: SecretText, on place: OperatorPlace?) -> Response {
        var response = page(status: .ok, refreshing: place?.path ?? AccountGate.page)
        response.headers[.setCookie] = gate.cookie(secret)
        return response
    }

    private func failed(_ reason: String, on place: OperatorPlace?) -> Response {
        logger.warning("sign-in of an operator failed", metadata: ["reason": "\(reason)"])
        let wish = place.map { "&to=\($0.rawValue)" } ?? ""
        return page(status: .unauthorized, refreshing: "\(AccountGate.page)?failed=provider\(wish)")
    }

    private func page(status: HTTPResponse.Status, refreshing address: String) -> Response {
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: AccountDocument.leading(to: address.escaped))))
        if let refresh = HTTPField.Name("Refresh") { response.headers[refresh] = "0; url=\(address)" }
        return response
    }

    /// Sent with the provider's redirect, which another site begins: therefore `Lax`.
    private func cookie(_ value: String, mark: String, seconds: Int) -> String {
        "\(cookieName(mark))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (gate.origin.isSecure ? "; Secure" : "")
    }

    private func cookieName(_ mark: String) -> String {
        (gate.origin.isSecure ? "__Host-usher_operator_provider-" : "usher_operator_provider-") + mark
    }
}
