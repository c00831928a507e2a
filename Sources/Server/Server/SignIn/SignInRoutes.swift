import ConversationRuntime
import FlowModel
import Foundation
import HTTPTypes
import Hummingbird
import SignIn

/// The routes for signing in.
///
/// - `GET /sign-in/{provider}/callback`: the provider's redirect target.
/// - `GET /sign-in/{provider}/link/{id}`: the page of a sign-in link, for devices that cannot sign in themselves.
/// - `POST /sign-in/{provider}/link/{id}` with the form field `digits`: redirects to the provider.
struct SignInRoutes: Sendable {
    let signIns: SignIns
    /// Each request takes it once, so that it sees the providers and the business of one bot.
    let bot: CurrentBot
    /// Whether the public URL uses `https`, so that cookies can be restricted to it.
    let isSecure: Bool

    private static let largestForm = 4_096

    /// The beginning of the names of cookies; that of each link has a name of its own.
    private var cookiePrefix: String { isSecure ? "__Host-usher-sign-in" : "usher-sign-in" }

    func add(to router: Router<BasicRequestContext>) {
        let routes = router.group("sign-in/:provider")
        routes.get("callback") { request, context in await handleCallback(request, context, bot.value) }
        routes.get("link/:id") { request, context in
            let (provider, id) = Self.names(context)
            let bot = bot.value
            let page = await signIns.with(bot.signIns).openLink(id, of: provider, in: browser(of: request, link: id))
            return respond(page, link: id, request, bot)
        }
        routes.post("link/:id") { request, context in await answer(request, context, bot.value) }
    }

    private func handleCallback(
        _ request: Request, _ context: BasicRequestContext, _ bot: RunningBot
    ) async -> Response {
        let query = FormFields(request.uri.query ?? "")
        let back = await signIns.with(bot.signIns).handleCallback(
            Callback(
                provider: context.parameters.get("provider") ?? "", state: query["state"], code: query["code"],
                error: query["error"], issuer: query["iss"],
                cookies: Cookies(headers: request.headers[values: .cookie]).values(withPrefix: cookiePrefix)))
        // A request with an unknown state may come from anywhere, also from a browser.
        guard back.way == .device else {
            let isExpected = back.end == .signedIn || back.end == .cancelled
            let status: HTTPResponse.Status = isExpected ? .ok : .badRequest
            return html(pages(request, bot).end(back.end), status: status)
        }
        var response = Response(status: .found)
        response.headers[.location] = back.end.deviceAddress
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func answer(
        _ request: Request, _ context: BasicRequestContext, _ bot: RunningBot
    ) async -> Response {
        let (provider, id) = Self.names(context)
        let form: [UInt8]
        do throws(BodyProblem) {
            form = try await request.bytes(upTo: Self.largestForm)
        } catch {
            return .refusal(error.status, error.reason)
        }
        let digits = FormFields(String(decoding: form, as: UTF8.self))["digits"] ?? ""
        let page = await signIns.with(bot.signIns).answerLink(
            id, of: provider, digits: digits, in: browser(of: request, link: id))
        return respond(page, link: id, request, bot)
    }

    private func respond(_ page: LinkPage, link id: String, _ request: Request, _ bot: RunningBot) -> Response {
        let pages = pages(request, bot)
        var response: Response
        switch page {
        case .over: return html(pages.end(.failed(.over)), status: .gone)
        case .later: return html(pages.end(.failed(.unreachable)), status: .serviceUnavailable)
        case .digits(let isWrong): response = html(pages.digits(isWrong: isWrong), status: .ok)
        case .cookieMissing: response = html(pages.digitsWithoutCookie, status: .badRequest)
        case .goOn(let address):
            response = Response(status: .seeOther)
            response.headers[.location] = address
            response.headers[.cacheControl] = "no-store"
        }
        response.headers[.setCookie] = cookie(LinkCookie.value(browser(of: request, link: id)), link: id)
        return response
    }

    private func pages(_ request: Request, _ bot: RunningBot) -> SignInPages {
        SignInPages(business: bot.bot.business, languages: request.headers[.acceptLanguage] ?? "")
    }

    private func html(_ page: String, status: HTTPResponse.Status) -> Response {
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
        response.headers[.cacheControl] = "no-store"
        for (name, value) in SignInPages.headers(isSecure: isSecure) { response.headers[name] = value }
        return response
    }

    // The cookie that identifies a browser. It is kept as long as a sign-in takes at most, also when that has ended, so
    // that a page that is loaded again shows the same result.

    private func cookie(_ value: String, link id: String) -> String {
        "\(cookieName(of: id))=\(value); Path=/; Max-Age=600; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    private func browser(of request: Request, link id: String) -> String? {
        Cookies(headers: request.headers[values: .cookie])[cookieName(of: id)]
    }

    private func cookieName(of link: String) -> String { "\(cookiePrefix)-\(LinkCookie.mark(of: link))" }

    private static func names(_ context: BasicRequestContext) -> (provider: String, id: String) {
        (context.parameters.get("provider") ?? "", context.parameters.get("id") ?? "")
    }
}
