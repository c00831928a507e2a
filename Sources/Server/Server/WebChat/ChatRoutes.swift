import Channels
import Concurrency
import ConversationRuntime
import Expressions
import HTTPTypes
import Hummingbird
import JSON
import Logging
import WebChat

/// `/chat/api`: the web chat for its page, its widget, and applications of other vendors.
struct ChatRoutes: Sendable {
    /// Each request takes them once, so that it sees one bot.
    let chats: Current<WebChats>
    let gate: ChatGate
    let clock: any WallClock
    /// Returns why nothing can be stored at present, if that is known.
    let obstacle: @Sendable () -> String?
    /// Returns why nothing can be read at present, if that is known.
    let readObstacle: @Sendable () -> String?
    let logger: Logger

    private static let largestBody = 65_536
    /// A language tag in bytes (RFC 5646, section 4.4.1).
    private static let longestLanguage = 35

    func add(to router: Router<BasicRequestContext>) {
        // Browsers send preflight requests for every path.
        router.add(middleware: ChatPreflight(gate: gate))
        let api = router.group("chat/api")
        api.post("session") { request, _ in
            await answer(request, stores: true) { try await beginSession(request) }
        }
        api.delete("session") { request, _ in
            await answer(request, stores: true) { try await endSession(request) }
        }
        addConversations(to: api.group("conversations"))
        addMessages(to: api.group("conversations/:id/messages"))
        api.get("events") { request, _ in
            await answer(request) { try await ChatEventStream(chats: chats, gate: gate).open(request) }
        }
    }

    private func addConversations(to api: RouterGroup<BasicRequestContext>) {
        api.get { request, _ in
            await answer(request) { .json(try await chats.value.conversations(of: gate.caller(of: request))) }
        }
        api.post { request, _ in
            await answer(request, stores: true) {
                let caller = try await gate.caller(of: request)
                let begun = try await chats.value.beginConversation(try await body(of: request), by: caller)
                return .json(begun.conversation, status: begun.isNew ? .created : .ok)
            }
        }
        api.get(":id") { request, context in
            await answer(request) {
                .json(try await chats.value.conversation(Self.id(context), for: gate.caller(of: request)))
            }
        }
        api.delete(":id") { request, context in
            await answer(request, stores: true) {
                try await chats.value.leave(Self.id(context), gate.caller(of: request))
                return Response(status: .noContent)
            }
        }
        api.post(":id/invitations") { request, context in
            await answer(request) {
                .json(
                    try await chats.value.invite(to: Self.id(context), by: gate.caller(of: request)), status: .created)
            }
        }
        api.post(":id/receipts") { request, context in
            await answer(request, stores: true) {
                let caller = try await gate.caller(of: request)
                try await chats.value.noteReceipt(try await body(of: request), in: Self.id(context), by: caller)
                return Response(status: .noContent)
            }
        }
        api.post(":id/opened") { request, context in
            await answer(request, stores: true) {
                try await chats.value.noteOpening(of: Self.id(context), by: try await gate.caller(of: request))
                return Response(status: .noContent)
            }
        }
        api.post(":id/typing") { request, context in
            await answer(request) {
                let caller = try await gate.caller(of: request)
                try await chats.value.noteTyping(try await body(of: request), in: Self.id(context), by: caller)
                return Response(status: .noContent)
            }
        }
    }

    private func addMessages(to api: RouterGroup<BasicRequestContext>) {
        api.get { request, context in
            await answer(request) {
                let query = FormFields(request.uri.query ?? "")
                return .json(
                    try await chats.value.messages(
                        in: Self.id(context), before: try Self.number("before", in: query, 0...Int.max),
                        limit: try Self.number("limit", in: query, 1...100) ?? 50, for: gate.caller(of: request)))
            }
        }
        api.get(":message") { request, context in
            await answer(request) {
                .json(
                    try await chats.value.message(
                        Self.message(context), in: Self.id(context), for: gate.caller(of: request)))
            }
        }
        api.post { request, context in
            await answer(request, stores: true) {
                let caller = try await gate.caller(of: request)
                let sent = try await chats.value.send(try await body(of: request), to: Self.id(context), by: caller)
                return .json(sent.message, status: sent.isNew ? .created : .ok)
            }
        }
        api.post(":message/responses") { request, context in
            await answer(request, stores: true) {
                let caller = try await gate.caller(of: request)
                let sent = try await chats.value.respond(
                    try await body(of: request), to: Self.message(context), in: Self.id(context), by: caller)
                return .json(sent.message, status: sent.isNew ? .created : .ok)
            }
        }
    }

    private static func id(_ context: BasicRequestContext) -> String {
        (context.parameters.get("id") ?? "").lowercased()
    }

    private static func message(_ context: BasicRequestContext) -> String {
        (context.parameters.get("message") ?? "").lowercased()
    }

    // Sessions.

    private func beginSession(_ request: Request) async throws -> Response {
        let shown = try gate.token(of: request)
        let asked = try await body(of: request)
        let isWidget = try asked.optionalFlag("widget") ?? false
        let session = try await chats.value.beginSession(
            SessionRequest(
                signature: try asked.optionalText("token"), name: try asked.optionalText("name"),
                language: try Self.language(in: asked) ?? Self.firstLanguage(request)),
            shown: shown, from: RemoteAddress.current ?? "nowhere")
        let caller = session.caller
        var body: JSONObject = [
            "customer": .string(caller.id), "name": .null, "signed_in": .bool(caller.customer.subject != nil),
            "expires_at": .string(caller.expires.iso),
        ]
        if let name = caller.customer.name { body["name"] = .string(name) }
        if isWidget { body["token"] = .string(session.token) }
        var response = Response.json(.object(body))
        if !isWidget {
            response.headers[.setCookie] = gate.setCookie(
                session.token, seconds: (caller.expires - clock.now).seconds)
        }
        return response
    }

    private func endSession(_ request: Request) async throws -> Response {
        if let token = try gate.token(of: request) { try await chats.value.endSessions(of: token) }
        return Response(status: .noContent, headers: [.setCookie: gate.setCookie("", seconds: 0)])
    }

    private static func language(in asked: JSONValue) throws(ChatRefusal) -> String? {
        let language = try asked.optionalText("language")
        guard (language?.utf8.count ?? 0) <= longestLanguage else {
            throw ChatRefusal(.malformed, "`language` must be a language tag, such as `de-DE`")
        }
        return language
    }

    private static func firstLanguage(_ request: Request) -> String? {
        request.headers[.acceptLanguage]?.split { $0 == "," || $0 == ";" }.first.map { $0.filter { !$0.isWhitespace } }
    }

    // Requests and responses.

    /// Returns the JSON object of a body; an empty object when there is no body.
    func body(of request: Request) async throws -> JSONValue {
        let kind = request.headers[.contentType]?.lowercased() ?? "application/json"
        guard kind.prefix(while: { $0 != ";" && $0 != " " }) == "application/json" else {
            throw ChatRefusal(.unsupported, "the body must be JSON, with `Content-Type: application/json`")
        }
        do throws(BodyProblem) {
            return .object(try await request.jsonObject(upTo: Self.largestBody) ?? [:])
        } catch {
            switch error {
            case .tooLarge: throw ChatRefusal(.tooLarge, error.reason)
            case .malformed, .lost: throw ChatRefusal(.malformed, error.reason)
            }
        }
    }

    /// Reads a number from the query; returns `nil` when it is absent.
    private static func number(
        _ name: String, in query: FormFields, _ range: ClosedRange<Int>
    ) throws(ChatRefusal) -> Int? {
        guard let text = query[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let most =
                range.upperBound == Int.max ? "a number" : "a number from \(range.lowerBound) to \(range.upperBound)"
            throw ChatRefusal(.malformed, "`\(name)` must be \(most)")
        }
        return number
    }

    /// Returns the response of `work`, or a refusal with its reason; caches must not store either.
    ///
    /// Every request reads its session from the database. While it is known that the database cannot be read, it is refused
    /// before it begins: it would wait as long as an answer may take, and fail. Streams that are open remain so.
    ///
    /// - Parameter stores: whether `work` writes to the database, so that it is refused also while nothing can be stored.
    func answer(
        _ request: Request, stores: Bool = false, _ work: () async throws -> Response
    ) async -> Response {
        var response: Response
        do {
            try refuseWhatCannotSucceed(request, stores: stores)
            response = try await work()
        } catch let refusal as ChatRefusal {
            response = .refusal(refusal.status, refusal.description)
            if let cause = refusal.cause { logger.warning("file rejected", metadata: ["reason": "\(cause)"]) }
            if case .tooOften(let seconds) = refusal.kind { response.headers[.retryAfter] = String(seconds) }
        } catch let known as KnownObstacle {
            // A page that cannot open its stream asks every few seconds.
            response = failed(because: known.reason, at: stores ? .notice : .debug)
        } catch {
            response = failed(because: "\(error)", at: .error)
        }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        for field in gate.sharing(with: request) { response.headers[field.name] = field.value }
        return response
    }

    /// Throws a refusal of a request that can only fail, as far as is known.
    private func refuseWhatCannotSucceed(_ request: Request, stores: Bool) throws {
        guard let reason = (stores ? obstacle() : nil) ?? readObstacle() else { return }
        try gate.checkOrigin(of: request)
        throw KnownObstacle(reason: reason)
    }

    /// Returns a response that asks for the same request again in a second.
    private func failed(because reason: String, at level: Logger.Level) -> Response {
        logger.log(level: level, "web chat request failed", metadata: ["reason": "\(reason)"])
        var response = Response.refusal(.serviceUnavailable, "the request failed; try again")
        response.headers[.retryAfter] = "1"
        return response
    }
}

/// Why nothing can be stored or read at present, as far as the server knows without asking the database.
private struct KnownObstacle: Error {
    let reason: String
}

extension ChatRefusal {
    var status: HTTPResponse.Status {
        switch kind {
        case .malformed: .badRequest
        case .unknown: .unauthorized
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .taken: .conflict
        case .tooLarge: .contentTooLarge
        case .unsupported: .unsupportedMediaType
        case .unfitting: .unprocessableContent
        case .tooOften: .tooManyRequests
        case .noRoom: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        }
    }
}

/// Answers the preflight requests that browsers send before a page of another site may use the chat (Fetch Standard,
/// CORS-preflight request).
struct ChatPreflight: RouterMiddleware {
    let gate: ChatGate

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options, request.uri.path.hasPrefix("/chat/api/") else {
            return try await next(request, context)
        }
        let headers = gate.sharing(with: request)
        guard headers.isEmpty else { return Response(status: .noContent, headers: headers) }
        return .refusal(.forbidden, ChatGate.foreignSite)
    }
}
