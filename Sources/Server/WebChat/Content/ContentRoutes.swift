import Channels
import ConversationRuntime
import Expressions
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import MessageParts
import WebChat

/// Content of the web chat, as `Docs/WebChat.md` describes it under "Files".
struct ContentRoutes: Sendable {
    let content: ChatContent
    let clock: any WallClock
    /// The customer whose session a request shows.
    ///
    /// - Throws: `ChatRefusal` when it shows none, or comes from where it may not.
    let identity: @Sendable (Request) async throws -> String

    private static let largestBody = 16_384

    func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
        let conversation = router.group("chat/api/conversations/:conversation/content")
        conversation.post { request, context in
            try await answering {
                let wish = try await body(of: request)
                let view = try await content.announce(
                    wish, by: try await identity(request), in: try Self.name("conversation", context))
                return .json(view.json, status: .created)
            }
        }
        conversation.get { request, context in
            try await answering {
                let statuses = try FormFields.all("status", in: request.uri.query ?? "").map(Self.status)
                let list = try await content.list(
                    in: try Self.name("conversation", context), for: try await identity(request), Set(statuses))
                return .json(["content": .array(list.views.map(\.json)), "progress": list.progress.json])
            }
        }
        addContent(to: router.group("chat/api/content/:id"))
    }

    private func addContent<Context: RequestContext>(to routes: some RouterMethods<Context>) {
        routes.put { request, context in
            try await answering { try await receive(request, try Self.name("id", context)) }
        }
        routes.delete { request, context in
            try await answering {
                try await content.giveUp(try Self.name("id", context), by: try await identity(request))
                return Response(status: .noContent)
            }
        }
        for method in [HTTPRequest.Method.get, .head] {
            routes.on("", method: method) { request, context in
                try await answering { try await send(request, try Self.name("id", context)) }
            }
        }
        for path in ["refresh", "progress"] {
            routes.get("\(path)") { request, context in
                try await answering {
                    let view = try await content.view(
                        try Self.name("id", context), for: try await identity(request))
                    return .json(view.json)
                }
            }
        }
        routes.post("progress") { request, context in
            try await answering {
                guard let received = try await body(of: request)["received"]?.int else {
                    throw ChatRefusal(.malformed, "`received` has to be a number of bytes")
                }
                let viewer = try await identity(request)
                return .json(try await content.note(received, of: try Self.name("id", context), by: viewer).json)
            }
        }
    }

    // Bytes that come.

    private func receive(_ request: Request, _ id: String) async throws -> Response {
        let sender = try await identity(request)
        let range = try Self.range(of: request)
        let pieces = request.body.map { Data($0.readableBytesView) }
        switch try await content.receive(pieces, range, of: id, by: sender) {
        case .whole(let view): return .json(view.json)
        case .incomplete(let received):
            var response = Response(status: .permanentRedirect)
            response.headers[.range] = Self.held(received)
            return response
        case .misplaced(let received):
            var response = Response.refusal(
                .rangeNotSatisfiable, "the next byte that is wanted is number \(received)")
            response.headers[.range] = Self.held(received)
            return response
        }
    }

    private static func held(_ received: Int) -> String? { received > 0 ? "bytes=0-\(received - 1)" : nil }

    private static func range(of request: Request) throws(ChatRefusal) -> ContentRange? {
        guard let header = request.headers[.contentRange] else { return nil }
        guard let range = ContentRange(header) else {
            throw ChatRefusal(.malformed, "`Content-Range` has to be such as `bytes 0-999/5000` or `bytes */5000`")
        }
        if case .bytes(let bytes, _) = range, let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length != bytes.count
        {
            throw ChatRefusal(.malformed, "`Content-Range` says \(bytes.count) bytes, and \(length) come")
        }
        return range
    }

    // Bytes that go.

    private func send(_ request: Request, _ id: String) async throws -> Response {
        let query = FormFields(request.uri.query ?? "")
        guard let viewer = query["viewer"], let expires = query["expires"].flatMap({ Int($0) }),
            let signature = query["signature"]
        else { throw ChatRefusal(.forbidden, "content is had by its `download_url`") }
        let kept = try await content.open(id, .init(viewer: viewer, expires: expires, signature: signature))
        let tag = "\"\(kept.checksum)\""
        var headers = HTTPFields.file(named: kept.content.name, kind: kept.content.kind)
        headers[.eTag] = tag
        headers[.acceptRanges] = "bytes"
        headers[.cacheControl] = "private, max-age=\(max(0, expires - clock.now.seconds))"
        if let known = request.headers[.ifNoneMatch], known == tag || known == "*" {
            return Response(status: .notModified, headers: headers)
        }
        let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
        switch WantedRange(isSame ? request.headers[.range] : nil, of: kept.size) {
        case .whole: return answer(kept, 0..<kept.size, .ok, headers, for: viewer, request)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(kept.size)"
            return answer(kept, range, .partialContent, headers, for: viewer, request)
        case .none:
            headers[.contentRange] = "bytes */\(kept.size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    private func answer(
        _ kept: StoredContent, _ range: Range<Int>, _ status: HTTPResponse.Status, _ headers: HTTPFields,
        for viewer: String, _ request: Request
    ) -> Response {
        guard request.method != .head else {
            var headers = headers
            headers[.contentLength] = "\(range.count)"
            return Response(status: status, headers: headers)
        }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(contentLength: range.count) { writer in
                try await content.read(kept, range, for: viewer) { try await writer.write(ByteBuffer(bytes: $0)) }
                try await writer.finish(nil)
            })
    }

    // Reading requests.

    private func body(of request: Request) async throws -> JSONValue {
        guard let bytes = try? await request.body.collect(upTo: Self.largestBody) else {
            throw ChatRefusal(.tooLarge, "the request is larger than \(Self.largestBody) bytes")
        }
        do throws(JSONError) {
            return try JSONValue(parsing: Data(bytes.readableBytesView))
        } catch {
            throw ChatRefusal(.malformed, "the request is no JSON: \(error)")
        }
    }

    private static func name(_ name: String, _ context: some RequestContext) throws(ChatRefusal) -> String {
        guard let value = context.parameters.get(name) else { throw ChatRefusal(.notFound, "there is nothing here") }
        return value.removingPercentEncoding ?? value
    }

    private static func status(_ word: String) throws(ChatRefusal) -> TransferStatus {
        guard let status = TransferStatus(rawValue: word) else {
            let words = TransferStatus.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw ChatRefusal(.malformed, "`status` has to be one of \(words)")
        }
        return status
    }

    /// Refusals as answers.
    private func answering(_ answer: () async throws -> Response) async throws -> Response {
        do {
            return try await answer()
        } catch let refusal as ChatRefusal {
            return .refusal(refusal)
        }
    }
}

extension Response {
    static func refusal(_ refusal: ChatRefusal) -> Response {
        let status: HTTPResponse.Status =
            switch refusal.kind {
            case .malformed: .badRequest
            case .unknown: .unauthorized
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .taken: .conflict
            case .tooLarge: .contentTooLarge
            case .unsupported: .unsupportedMediaType
            case .unfitting: .unprocessableContent
            case .tooOften: .tooManyRequests
            }
        var response = Response.refusal(status, refusal.description)
        if case .tooOften(let seconds) = refusal.kind { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}

extension FormFields {
    /// All values of a field that may come several times.
    static func all(_ name: String, in query: String) -> [String] {
        query.split(separator: "&").compactMap { FormFields(String($0))[name] }
    }
}
