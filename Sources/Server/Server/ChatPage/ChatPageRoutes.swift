import ChatPage
import HTTPTypes
import Hummingbird

/// The addresses of the chat page.
///
/// - `GET /chat`: the page; with `?widget=1` as it stands in another site, with `?language=de` in that language.
/// - `GET /chat/assets/{version}/{file}`: what it loads.
/// - `GET /chat/widget.js`: the script that puts it into another site.
struct ChatPageRoutes: Sendable {
    /// The name of the business, as the page shows it.
    let business: @Sendable () -> String
    /// The sites that may show the page as a widget.
    let origins: [String]
    /// The servers, beside our own, from which pictures are shown.
    let pictureOrigins: [String]
    /// In bytes.
    let largestFile: Int

    func add(to router: Router<BasicRequestContext>) {
        router.get("chat") { request, _ in page(request) }
        router.get("chat/widget.js") { request, _ in widget(request) }
        router.get("chat/assets/:version/:file") { request, context in
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
        var headers = Self.headers
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-cache"
        headers[.vary] = "Accept-Language"
        headers[.contentSecurityPolicy] = document.contentSecurityPolicy
        // What somebody else opens has no hold on the page, and the other way round.
        headers[Self.openerPolicy] = "same-origin"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: document.html)))
    }

    /// Files of this version are kept for good; of another, from before an update, only as long as they are used.
    private func file(_ name: String, _ version: String, _ request: Request) -> Response {
        guard let file = PageFiles.all.first(where: { $0.name == name }) else {
            return .refusal(.notFound, "the page has no such file")
        }
        let isCurrent = version == PageFiles.version
        return answer(file, request, isCurrent ? "public, max-age=31536000, immutable" : "no-cache", "same-origin")
    }

    private func widget(_ request: Request) -> Response {
        answer(PageFiles.widget, request, "public, max-age=300", "cross-origin")
    }

    private func answer(_ file: PageFile, _ request: Request, _ caching: String, _ reach: String) -> Response {
        var headers = Self.headers
        headers[.contentType] = file.mediaType
        headers[.cacheControl] = caching
        headers[.eTag] = "\"\(PageFiles.version)\""
        headers[Self.resourcePolicy] = reach
        guard request.headers[.ifNoneMatch] != headers[.eTag] else {
            return Response(status: .notModified, headers: headers)
        }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    private static let headers: HTTPFields = {
        var headers: HTTPFields = [.xContentTypeOptions: "nosniff"]
        headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
        return headers
    }()

    private static let openerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    private static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!
}
