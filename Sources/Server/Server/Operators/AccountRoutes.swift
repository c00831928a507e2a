import AccountPage
import Accounts
import ChatPage
import ConversationRuntime
import HTTPTypes
import Hummingbird
import JSON

/// The page on which operators sign in, change their password and sign out.
///
/// | route | does |
/// |---|---|
/// | `GET /operators` | the page, in the language of the browser |
/// | `GET /operators/assets/{version}/{file}` | what the page loads |
/// | `GET /operators/api/session` | who is signed in, and what they may open |
/// | `POST /operators/api/session` | signs in with `name` and `password` |
/// | `DELETE /operators/api/session` | signs out |
/// | `PUT /operators/api/password` | replaces the password `current` by `new` |
struct AccountRoutes: Sendable {
    let gate: AccountGate
    /// Whether the studio and the desk are on this server.
    let hasStudio: Bool
    /// Whether operators can sign in at an identity provider.
    let hasProvider: Bool

    private static let largestBody = 4_096

    func add(to router: Router<BasicRequestContext>) {
        let root = router.group("operators")
        root.page { request, _ in page(request) }
        root.page("assets/:version/:file") { _, context in
            asset(context.parameters.get("file") ?? "", context.parameters.get("version") ?? "")
        }
        root.get("api/session") { request, _ in try await answer { try await session(request) } }
        root.post("api/session") { request, _ in try await answer { try await signIn(request) } }
        root.delete("api/session") { request, _ in try await answer { try await signOut(request) } }
        root.put("api/password") { request, _ in try await answer { try await changePassword(request) } }
    }

    private func answer(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let refusal as OperatorRefusal {
            return refusal.response
        } catch let trouble as TooManySignIns {
            var response = Response.refusal(.serviceUnavailable, "\(trouble)")
            response.headers[.retryAfter] = "1"
            return response
        }
    }

    // Signing in and out.

    /// Not a refusal when no one is signed in: the page asks it before its user can have done so.
    private func session(_ request: Request) async throws -> Response {
        try expectOwn(request)
        guard let secret = gate.secret(of: request), let account = try await gate.accounts.account(with: secret) else {
            return .json(["account": .null, "provider": .bool(hasProvider)])
        }
        return .json(json(of: account))
    }

    private func signIn(_ request: Request) async throws -> Response {
        try expectOwn(request)
        let body = try await body(of: request)
        guard let name = body["name"]?.string, let password = body["password"]?.string else {
            return .refusal(.badRequest, "the body is an object with `name` and `password`")
        }
        guard let secret = try await gate.accounts.signIn(name, password: password),
            let account = try await gate.accounts.account(with: secret.text)
        else {
            return .refusal(
                .unauthorized, "the name or the password is wrong, or the account refuses attempts for a while")
        }
        var response = Response.json(json(of: account))
        response.headers[.setCookie] = gate.cookie(secret)
        return response
    }

    private func signOut(_ request: Request) async throws -> Response {
        try expectOwn(request)
        if let secret = gate.secret(of: request) { try await gate.accounts.signOut(secret) }
        return Response(status: .noContent, headers: [.setCookie: gate.cookie(nil)])
    }

    private func changePassword(_ request: Request) async throws -> Response {
        _ = try await gate.account(of: request)
        let body = try await body(of: request)
        guard let current = body["current"]?.string, let new = body["new"]?.string,
            let secret = gate.secret(of: request)
        else { return .refusal(.badRequest, "the body is an object with `current` and `new`") }
        switch try await gate.accounts.changePassword(secret, from: current, to: new) {
        case .changed(let secret): return Response(status: .noContent, headers: [.setCookie: gate.cookie(secret)])
        case .wrongPassword:
            return .refusal(
                .forbidden, "the current password is wrong, or the account refuses attempts for a while")
        case .objection(let objection): return refusal(objection)
        case .signedOut: return AccountGate.signedOut
        }
    }

    /// With the rule that the new password breaks, which the page states in its own language.
    private func refusal(_ objection: PasswordObjection) -> Response {
        .json(
            [
                "error": [
                    "status": 422, "reason": .string("\(objection)"), "rule": .string(objection.rawValue),
                ]
            ], status: .unprocessableContent)
    }

    private func expectOwn(_ request: Request) throws {
        guard let objection = gate.origin.objection(to: request) else { return }
        throw OperatorRefusal(.refusal(.forbidden, objection))
    }

    private func body(of request: Request) async throws -> JSONValue {
        do throws(BodyProblem) {
            if let object = try await request.jsonObject(upTo: Self.largestBody) { return .object(object) }
        } catch {
            switch error {
            case .tooLarge(let most):
                throw OperatorRefusal(.refusal(.contentTooLarge, "the body is larger than \(most) bytes"))
            case .malformed: break
            case .lost(let cause): throw cause
            }
        }
        throw OperatorRefusal(.refusal(.badRequest, "the body is not a JSON object"))
    }

    private func json(of account: Account) -> JSONValue {
        let rights = account.role.rights
        return [
            "account": .string(account.name), "role": .string(account.role.rawValue),
            "studio": .bool(hasStudio && rights.contains(.editFlows)),
            "desk": .bool(hasStudio && rights.contains(.answerCustomers)),
            // What the page offers to those who sign out on it.
            "provider": .bool(hasProvider),
        ]
    }

    // The page.

    private func page(_ request: Request) -> Response {
        let languages = AcceptedLanguages(request.headers[.acceptLanguage] ?? "")
        let html = AccountDocument.html(language: languages.best(among: AccountDocument.languages))
        return .page(html, policy: AccountDocument.contentSecurityPolicy)
    }

    private func asset(_ name: String, _ version: String) -> Response {
        guard let file = AccountFiles.all.first(where: { $0.name == name }) else {
            return .refusal(.notFound, "the page has no such file")
        }
        return Response(
            status: .ok,
            headers: .asset(ofKind: file.mediaType, isCurrent: version == AccountFiles.version, isPublic: true),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
