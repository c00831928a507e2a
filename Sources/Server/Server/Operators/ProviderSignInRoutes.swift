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
/// | `GET /operators/provider` | sends the browser to the provider |
/// | `GET /operators/callback` | where the provider sends it back |
struct ProviderSignInRoutes: Sendable {
    let gate: AccountGate
    private let provider: OperatorProvider
    private let client: ProviderClient
    private let redirect: String
    private let logger: Logger

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
        root.get("provider") { _, _ in await begin() }
        root.get("callback") { request, _ in try await end(request) }
    }

    private func begin() async -> Response {
        let signIn = BrowserSignIn.begin()
        do throws(SignInFailure) {
            let address = try await signIn.address(at: client, redirect: redirect)
            var response = Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
            response.headers[.setCookie] = cookie(signIn.cookie, seconds: 600)
            return response
        } catch {
            return failed("\(error)")
        }
    }

    private func end(_ request: Request) async throws -> Response {
        let query = FormFields(request.uri.query ?? "")
        let shown = Cookies(headers: request.headers[values: .cookie])[cookieName]
        guard let signIn = shown.flatMap({ BrowserSignIn(cookie: $0) }), let state = query["state"],
            signIn.isOf(state: state)
        else { return failed("the callback belongs to no sign-in of this browser") }
        let claims: JSONObject
        do throws(SignInFailure) {
            claims = try await self.claims(query, signIn)
        } catch {
            return failed("\(error)")
        }
        guard let name = claims[provider.nameClaim]?.string else {
            return failed("the claim `\(provider.nameClaim)` is missing")
        }
        guard provider.trustsName(in: claims) else {
            return failed(
                "the provider does not say that the e-mail address is verified (`email_verified`): have it verify "
                    + "addresses, or name another claim in `operators.name_claim`")
        }
        let role = role(in: claims)
        if provider.roleClaim != nil, role == nil { return failed("no value of the claim of roles gives a role") }
        guard let secret = try await gate.accounts.signIn(identifiedAs: name, role: role) else {
            return failed("there is no account of this name, or it is disabled")
        }
        return signedIn(secret)
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
    private func signedIn(_ secret: SecretText) -> Response {
        var response = page(status: .ok, refreshing: AccountGate.page)
        response.headers[values: .setCookie] = [gate.cookie(secret), cookie("", seconds: 0)]
        return response
    }

    private func failed(_ reason: String) -> Response {
        logger.warning("sign-in of an operator failed", metadata: ["reason": "\(reason)"])
        return page(status: .unauthorized, refreshing: "\(AccountGate.page)?failed=provider")
    }

    private func page(status: HTTPResponse.Status, refreshing address: String) -> Response {
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: AccountDocument.leading(to: address))))
        if let refresh = HTTPField.Name("Refresh") { response.headers[refresh] = "0; url=\(address)" }
        return response
    }

    /// Sent with the provider's redirect, which another site begins: therefore `Lax`.
    private func cookie(_ value: String, seconds: Int) -> String {
        "\(cookieName)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (gate.origin.isSecure ? "; Secure" : "")
    }

    private var cookieName: String {
        gate.origin.isSecure ? "__Host-usher_operator_provider" : "usher_operator_provider"
    }
}
