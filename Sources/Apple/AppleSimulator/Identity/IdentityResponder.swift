import Foundation
import HTTPTypes
import Hummingbird
import JSON

/// The endpoints of the simulated identity providers: `/identity/{name}/…`.
struct IdentityResponder: Sendable {
    static let path = "/identity/"
    private static let largestForm = 64 * 1024

    let identities: Identities

    func respond(to request: Request, base: String) async throws -> Response {
        let parts = request.uri.path.dropFirst(Self.path.count).split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2, let provider = identities[parts[0]] else {
            return Response(refusing: .notFound, "not-found", "there is no identity provider here")
        }
        let issuer = base + Self.path + parts[0]
        switch (request.method, parts[1]) {
        case (.get, ".well-known/openid-configuration"):
            return Response(status: .ok, json: provider.discovery(issuer: issuer))
        case (.get, "keys"):
            guard let keys = provider.keys else {
                return Response(refusing: .serviceUnavailable, "fault", "the keys are temporarily unavailable")
            }
            return Response(status: .ok, json: keys)
        case (.get, "authorize"):
            return page(of: provider, AuthorizeRequest(query: request.uri.query ?? ""), for: request)
        case (.post, "authorize"): return try await signIn(request, provider, issuer)
        case (.post, "token"):
            let body = try await text(of: request)
            let asked = IdentityTokenRequest(body: body, authorization: request.headers[.authorization])
            return Response(try await provider.tokens(for: asked, issuer: issuer))
        case (.get, "userinfo"): return Response(provider.userinfo(bearer(of: request)))
        default: return Response(refusing: .notFound, "not-found", "an identity provider has no such address")
        }
    }

    private func signIn(_ request: Request, _ provider: IdentityProvider, _ issuer: String) async throws -> Response {
        let form = WebForm(try await text(of: request))
        let asked = AuthorizeRequest(query: request.uri.query ?? "")
        guard provider.validationError(about: asked) == nil else { return page(of: provider, asked, for: request) }
        // The form is accepted only from the browser that received the page.
        guard let ticket = form["ticket"], !ticket.isEmpty, cookie(of: request) == ticket else {
            return page(
                of: provider, asked, for: request, status: .forbidden,
                problem: "Your browser did not send the cookie of this page. Allow cookies, and sign in again.")
        }
        if form["cancel"] != nil { return redirect(to: provider.cancel(asked, issuer: issuer)) }
        let address = provider.signIn(
            asked, user: form["username"] ?? "", password: form["password"] ?? "", issuer: issuer)
        return address.map(redirect)
            ?? page(of: provider, asked, for: request, problem: "The user or the password is wrong.")
    }

    private func page(
        of provider: IdentityProvider, _ asked: AuthorizeRequest, for request: Request,
        status: HTTPResponse.Status = .ok, problem: String? = nil
    ) -> Response {
        if let validationError = provider.validationError(about: asked) {
            return Response(refusing: .badRequest, "invalid-request", validationError)
        }
        // A browser that has the page open twice has one ticket, so that either form is accepted.
        let ticket = cookie(of: request).flatMap { UUID(uuidString: $0) == nil ? nil : $0 } ?? identities.ticket()
        let page = IdentityPage(
            name: provider.description.name, query: asked.query, ticket: ticket, problem: problem)
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
        response.headers[.setCookie] = "ticket=\(ticket); Path=/identity/; HttpOnly; SameSite=Lax"
        return response
    }

    private func redirect(to address: String) -> Response {
        Response(status: .found, headers: [.location: address, .cacheControl: "no-store"])
    }

    private func cookie(of request: Request) -> String? {
        let cookies: [Substring] = request.headers[values: .cookie].flatMap { (header: String) -> [Substring] in
            header.split(separator: ";").map { cookie in cookie.drop { $0 == " " } }
        }
        return cookies.first { $0.hasPrefix("ticket=") }.map { String($0.dropFirst(7)) }
    }

    private func bearer(of request: Request) -> String? {
        request.headers[.authorization].flatMap { $0.lowercased().hasPrefix("bearer ") ? String($0.dropFirst(7)) : nil }
    }

    private func text(of request: Request) async throws -> String {
        String(buffer: try await request.bytes(upTo: Self.largestForm))
    }
}

extension Response {
    fileprivate init(_ answer: IdentityAnswer) {
        self.init(status: .init(code: answer.status), json: answer.json)
        headers[.cacheControl] = "no-store"
    }
}
