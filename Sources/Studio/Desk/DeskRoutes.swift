import Channels
import ChatPage
import ConversationRuntime
import DeskPage
import Expressions
import FlowModel
import HTTPTypes
import Hummingbird
import JSON
import Server

/// The routes of the desk, beside those of the server that it offers (`OperatorRoutes`).
///
/// | route | does |
/// |---|---|
/// | `GET /desk` | the page, in the language of the browser |
/// | `GET /desk/assets/{version}/{file}` | what the page loads |
/// | `POST /desk/api/session` | lets a browser in |
/// | `GET /desk/api/about` | the business, and where the page of the customer is |
/// | `GET /desk/api/events` | reports every change of the inbox and of the tables |
struct DeskRoutes: Sendable {
    let site: DeskSite
    let routes: OperatorRoutes

    func add(to router: Router<BasicRequestContext>) {
        let desk = router.group(RouterPath(DeskSite.root))
        desk.get { request, _ in site.gate.refusalOfPage(request) ?? page(request) }
        desk.get("assets/:version/:file") { request, context in
            site.gate.refusalOfPage(request)
                ?? asset(context.parameters.get("file") ?? "", context.parameters.get("version") ?? "")
        }
        desk.post("api/session") { request, _ in try await site.gate.beginSession(request) }
        desk.get("api/about") { request, _ in try await answer(request) { about(for: $0) } }
        let stream = DeskEventStream(routes: routes, streams: OpenStreams())
        desk.get("api/events") { request, _ in
            try await answer(request) { _ in stream.open(request) { await site.gate.isStillAdmitted(request) } }
        }
        refuseOtherMethods(of: router)
    }

    private func refuseOtherMethods(of router: Router<BasicRequestContext>) {
        let pages = [DeskSite.root, "\(DeskSite.root)/assets/:version/:file", "\(DeskSite.root)/api/session"]
        router.refuseOtherMethods(of: pages) { request, refusal in site.gate.refusalOfPage(request) ?? refusal }
        let api = ["\(DeskSite.root)/api/about", "\(DeskSite.root)/api/events"]
        router.refuseOtherMethods(of: api) { request, refusal in try await answer(request) { _ in refusal } }
    }

    /// Answers those who may use the desk. That others tried is in the audit log, if they are known.
    private func answer(_ request: Request, _ work: (Caller) -> Response) async throws -> Response {
        do {
            return work(try await site.gate.admit(request, for: .answerCustomers))
        } catch let refusal as OperatorRefusal {
            try await routes.record(refusal, of: .listHandovers)
            return refusal.response
        }
    }

    private func page(_ request: Request) -> Response {
        let wish = request.uri.queryParameters["language"].map { "\($0), " } ?? ""
        let language = AcceptedLanguages(wish + (request.headers[.acceptLanguage] ?? ""))
            .best(among: PageDocument.languages)
        return .page(
            DeskDocument.html(language: language),
            policy: DeskDocument.contentSecurityPolicy(framesChat: site.chat != nil))
    }

    private func asset(_ name: String, _ version: String) -> Response {
        guard let file = DeskFiles.all.first(where: { $0.name == name }) else {
            return .refusal(.notFound, "the page has no such file")
        }
        return Response(
            status: .ok,
            headers: .asset(ofKind: file.mediaType, isCurrent: version == DeskFiles.version, isPublic: false),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    private func about(for caller: Caller) -> Response {
        .json([
            "business": .string(routes.bot.business), "chat": site.chat.map { .string($0) } ?? .null,
            "now": .int(routes.clock.now.milliseconds), "private": .bool(caller.rights.contains(.seePrivate)),
            "account": site.gate.accountPage.map { page in
                ["name": .string(String(caller.name.trimmingPrefix("account "))), "page": .string(page)]
            } ?? .null,
        ])
    }
}
