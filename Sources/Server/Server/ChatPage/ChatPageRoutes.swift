import ChatPage
import HTTPTypes
import Hummingbird

/// The routes of the chat page.
///
/// - `GET /chat`: the page; `?widget=1` renders it for embedding in another site, `?language=de` in that language.
/// - `GET /chat/assets/{version}/{file}`: the files that the page loads.
/// - `GET /chat/widget.js`: the script that embeds the page in another site.
struct ChatPageRoutes: Sendable {
    /// The name of the business, as the page shows it.
    let business: @Sendable () -> String
    /// The origins that may embed the page as a widget.
    let origins: [String]
    /// The origins, in addition to our own, from which the page may load pictures.
    let pictureOrigins: [String]
    /// In bytes.
    let largestFile: Int

    func add(to router: Router<BasicRequestContext>) {
        router.page("chat") { request, _ in page(request) }
        router.page("chat/widget.js") { request, _ in widget(request) }
        router.page("chat/assets/:version/:file") { request, context in
            file(context.parameters.get("file") ?? "", context.parameters.get("version") ?? "", request)
        }
    }

    private func page(_ request: Request) -> Response {
        let wish = request.uri.queryParameters["language"].map { "\($0), " } ?? ""
        let languages = AcceptedLanguages(wish + (request.headers[.acceptLanguage] ?? ""))
        let document = PageDocument(
            language: languages.best(among: PageDocument.languages), business: business(), origins: origins,
            pictureOrigins: pictureOrigins, largestFile: largestFile,
            isWidget: request.uri.queryParameters["widget"] == "1")
        return .page(document.html, policy: document.contentSecurityPolicy)
    }

    /// Serves a file of the page.
    private func file(_ name: String, _ version: String, _ request: Request) -> Response {
        guard let file = PageFiles.all.first(where: { $0.name == name }) else {
            return .refusal(.notFound, "the page has no such file")
        }
        let isCurrent = version == PageFiles.version
        return answer(file, request, .asset(ofKind: file.mediaType, isCurrent: isCurrent, isPublic: true))
    }

    /// Serves the script that other sites load, under an address that stays.
    private func widget(_ request: Request) -> Response {
        var headers = HTTPFields.asset(ofKind: PageFiles.widget.mediaType, isCurrent: false, isPublic: true)
        headers[.cacheControl] = "public, max-age=300"
        headers[.crossOriginResourcePolicy] = "cross-origin"
        return answer(PageFiles.widget, request, headers)
    }

    private func answer(_ file: PageFile, _ request: Request, _ headers: HTTPFields) -> Response {
        var headers = headers
        headers[.eTag] = "\"\(PageFiles.version)\""
        guard request.headers[.ifNoneMatch] != headers[.eTag] else {
            return Response(status: .notModified, headers: headers)
        }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
