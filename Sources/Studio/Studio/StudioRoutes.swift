import ChatPage
import ConversationRuntime
import FlowCompiler
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import Logging
import Plays
import Projects
import Server
import Simulation
import StudioPage

/// The routes of the studio.
///
/// | route | does |
/// |---|---|
/// | `GET /studio` | the page |
/// | `GET /studio/assets/{version}/{file}`, `/studio/licences` | what the page loads; licences of others' parts of it |
/// | `GET /studio/api/events` | stream of events |
/// | `POST /studio/api/language` | one message, as for `usher lsp` |
/// | `GET /studio/api/project` | the files, and what flows call |
/// | `GET`, `PUT /studio/api/files/{path}` | a text with its hash; a new text for the one whose hash is named |
/// | `PUT`, `DELETE /studio/api/drafts/{path}` | what is typed and not saved |
/// | `POST /studio/api/merge`, `play`, `map`, `asked`, `thread`, `threads`, `tests`, `texts`, `difference`, … | answers about texts, which change nothing |
/// | `POST`, `DELETE /studio/api/findings`, `sentences` | the same, found by trying every way; one at a time |
struct StudioRoutes: Sendable {
    let site: StudioSite
    let logger: Logger

    /// Texts of a few files, at most.
    static let largestBody = 4_000_000

    func add(to router: Router<BasicRequestContext>) {
        addPage(to: router.group("studio"))
        addPublishing(to: router)
        addWalks(to: router)
        let api = router.group("studio/api")
        api.get("events") { request, _ in
            await admitted(request) { author in
                try StudioEventStream(site: site).open(request, author) { await site.access.isStillAdmitted(request) }
            }
        }
        api.post("language") { request, _ in await admitted(request) { try await language(request, $0) } }
        api.get("project") { request, _ in
            await admitted(request) { .json(try await StudioAnswers(site: site).project(for: $0)) }
        }
        addFiles(to: api)
        let answers = StudioAnswers(site: site)
        for (name, reply) in answers.all {
            api.post(RouterPath(name)) { request, _ in
                await admitted(request) { _ in .json(try await reply(try await body(of: request))) }
            }
        }
    }

    /// Answers a request of an author, who sees what others have saved.
    ///
    /// - Parameter right: what they need.
    func admitted(
        _ request: Request, for right: Right = .editFlows, _ work: (Caller) async throws -> Response
    ) async -> Response {
        await answer(request) {
            let author = try await site.access.admit(request, for: right)
            try await site.storage.refresh()
            return try await work(author)
        }
    }

    // The page.

    private func addPage(to studio: RouterGroup<BasicRequestContext>) {
        studio.page { request, _ in
            answer { () throws(StudioRefusal) in
                try site.access.checkPage(request)
                let languages = AcceptedLanguages(request.headers[.acceptLanguage] ?? "")
                return page(StudioDocument.html(in: languages.best(among: StudioDocument.languages)))
            }
        }
        studio.page("licences") { request, _ in
            answer { () throws(StudioRefusal) in
                try site.access.checkPage(request)
                return Response(
                    status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: StudioFiles.licences)))
            }
        }
        studio.page("assets/:version/:file") { request, context in
            answer { () throws(StudioRefusal) in
                try site.access.checkPage(request)
                let isCurrent = context.parameters.get("version") == StudioFiles.version
                return try asset(context.parameters.get("file") ?? "", isCurrent: isCurrent)
            }
        }
    }

    /// A page of the studio.
    func page(_ html: String) -> Response {
        .page(html, policy: StudioDocument.contentSecurityPolicy)
    }

    private func asset(_ name: String, isCurrent: Bool) throws(StudioRefusal) -> Response {
        guard let file = StudioFiles.all.first(where: { $0.name == name }) else {
            throw StudioRefusal(.notFound, "the page has no such file")
        }
        return Response(
            status: .ok, headers: .asset(ofKind: file.mediaType, isCurrent: isCurrent, isPublic: false),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    private func language(_ request: Request, _ author: Caller) async throws -> Response {
        let bytes = try await Self.bytes(of: request)
        let id = FormFields(request.uri.query ?? "")["client"] ?? ""
        guard let client = site.clients[StudioClient.ID(author: author.name, page: id)] else {
            throw StudioRefusal(.conflict, "the page has no stream of events; it opens one first")
        }
        guard let answer = try await client.receive(bytes) else { return Response(status: .accepted) }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer)))
    }

    // Files.

    private func addFiles(to api: RouterGroup<BasicRequestContext>) {
        api.get("files/**") { request, context in
            await admitted(request) { author in
                let mayBeNew = FormFields(request.uri.query ?? "")["new"] == "1"
                return try await file(Self.path(context), mayBeNew: mayBeNew, author)
            }
        }
        api.put("files/**") { request, context in
            await admitted(request) { author in
                try await save(Self.path(context), request, try await body(of: request), author)
            }
        }
        api.put("drafts/**") { request, context in
            await admitted(request) { author in
                let (path, body) = (try Self.path(context), try await body(of: request))
                let draft = Drafts.Draft(
                    text: try body.text("text"), base: body["base"]?.string, baseText: body["baseText"]?.string ?? "")
                try await site.storage.keep(draft, of: path, replacing: body["after"]?.string, by: author)
                return .json(["hash": .string(draft.hash)])
            }
        }
        api.delete("drafts/**") { request, context in
            await admitted(request) { author in
                try await site.storage.removeDraft(of: try Self.path(context), by: author)
                return Response(status: .noContent)
            }
        }
    }

    private static func path(_ context: BasicRequestContext) throws(StudioRefusal) -> StudioPath {
        // Bytes that are no UTF-8 name no file, and least of all one whose name is written like them.
        let parts = context.parameters.getCatchAll().map { String($0).removingPercentEncoding }
        guard !parts.contains(nil), let path = StudioPath(parts.compactMap(\.self).joined(separator: "/")) else {
            throw StudioRefusal(.notFound, "the studio shows the texts of Flows/ and the two files of calls")
        }
        return path
    }

    /// - Parameter mayBeNew: whether a file that does not exist is shown as one without a text.
    private func file(
        _ path: StudioPath, mayBeNew: Bool, _ author: Caller
    ) async throws(StudioRefusal) -> Response {
        let draft = try await site.storage.drafts(by: author)[path.text]
        let text = try site.texts.read(path)
        if text == nil, draft == nil, !mayBeNew { throw StudioRefusal(.notFound, "there is no file \(path.text)") }
        var body: JSONObject = ["path": .string(path.text), "writable": .bool(path.isWritable)]
        body["text"] = text.map { .string($0.text) } ?? .null
        body["hash"] = text.map { .string($0.hash) } ?? .null
        body["draft"] = draft.map { .object($0.json) } ?? .null
        var response = Response.json(.object(body))
        if let text { response.headers[.eTag] = "\"\(text.hash)\"" }
        return response
    }

    /// `If-Match` names the text that is replaced, `If-None-Match: *` says that there is none.
    private func save(
        _ path: StudioPath, _ request: Request, _ body: JSONValue, _ author: Caller
    ) async throws(StudioRefusal) -> Response {
        let hash = request.headers[.ifMatch].map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\" ")) }
        guard hash != nil || request.headers[.ifNoneMatch] == "*" else {
            throw StudioRefusal(.preconditionRequired, "`If-Match` must name the text that is replaced")
        }
        let new = try await site.storage.save(try body.text("text"), to: path, replacing: hash, by: author)
        return .json(["path": .string(path.text), "hash": .string(new)])
    }

    // Requests and responses.

    func answer(_ work: () throws(StudioRefusal) -> Response) -> Response {
        do throws(StudioRefusal) { return try work() } catch { return error.response }
    }

    func answer(_ request: Request, _ work: () async throws -> Response) async -> Response {
        do {
            return try await work()
        } catch let refusal as StudioRefusal {
            return refusal.response
        } catch let error as JSONError {
            return .refusal(.badRequest, "\(error)")
        } catch let error as ThreadProblem {
            let values = error.values.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
            return StudioRefusal(
                .unprocessableContent, "\(error)", with: values.isEmpty ? [:] : ["values": .object(JSONObject(values))]
            ).response
        } catch let error as any HTTPResponseError {
            return .refusal(error.status, "the request cannot be answered")
        } catch {
            logger.error("studio request failed", metadata: ["reason": "\(error)"])
            return .refusal(.serviceUnavailable, "the server cannot answer at the moment; its log says why")
        }
    }

    private func body(of request: Request) async throws -> JSONValue {
        try await Self.body(of: request)
    }

    /// The body of a request, which must be a JSON object.
    static func body(of request: Request) async throws -> JSONValue {
        try expectJSON(request)
        do throws(BodyProblem) {
            guard let object = try await request.jsonObject(upTo: largestBody) else { throw BodyProblem.malformed }
            return .object(object)
        } catch {
            throw StudioRefusal(error)
        }
    }

    private static func bytes(of request: Request) async throws -> [UInt8] {
        try expectJSON(request)
        do throws(BodyProblem) { return try await request.bytes(upTo: largestBody) } catch {
            throw StudioRefusal(error)
        }
    }

    private static func expectJSON(_ request: Request) throws(StudioRefusal) {
        guard request.saysJSON else { throw StudioRefusal.noJSON }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > largestBody {
            throw StudioRefusal(BodyProblem.tooLarge(largestBody))
        }
    }
}

extension Request {
    /// Whether its body is said to be bytes, which a form of another site cannot say either.
    var saysBytes: Bool { headers[.contentType] == "application/octet-stream" }
}

extension StudioRefusal {
    fileprivate init(_ problem: BodyProblem) {
        switch problem {
        case .tooLarge(let most): self.init(.contentTooLarge, "the body is larger than \(most) bytes")
        case .malformed: self.init(.badRequest, "the body is not a JSON object")
        case .lost: self.init(.badRequest, "the request cannot be read")
        }
    }

    static let noJSON = StudioRefusal(
        .unsupportedMediaType, "the body must be JSON, with `Content-Type: application/json`")
}

extension JSONValue {
    /// A text that must be there.
    fileprivate func text(_ key: String) throws(StudioRefusal) -> String {
        guard let text = self[key]?.string else { throw StudioRefusal(.badRequest, "`\(key)` must be a text") }
        return text
    }
}
