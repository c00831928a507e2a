import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import MessageParts
import WebChat

/// The routes for content attached to messages of the web chat: it is announced, uploaded in pieces, and downloaded by
/// links that expire.
struct ContentRoutes: Sendable {
    /// Each request takes it once, so that it sees one bot.
    let content: Current<ChatContent>
    let chat: ChatRoutes
    let admission: UploadAdmission
    let clock: any WallClock

    func add(to router: Router<BasicRequestContext>) {
        let conversation = router.group("chat/api/conversations/:id/content")
        conversation.post { request, context in
            await chat.answer(request, stores: true) {
                let sender = try await chat.gate.caller(of: request).id
                let wish = try await chat.body(of: request)
                try admission.announce(wish["size"]?.int ?? 0, from: RemoteAddress.current ?? "nowhere")
                let view = try await content.value.announce(wish, by: sender, in: try Self.name("id", context))
                return .json(view.json, status: .created)
            }
        }
        conversation.get { request, context in
            await chat.answer(request) {
                let statuses = try FormFields.all("status", in: request.uri.query ?? "").map(Self.status)
                let list = try await content.value.list(
                    in: try Self.name("id", context), for: try await chat.gate.caller(of: request).id, Set(statuses))
                return .json(["content": .array(list.views.map(\.json)), "progress": list.progress.json])
            }
        }
        addContent(to: router.group("chat/api/content/:id"))
    }

    private func addContent(to routes: RouterGroup<BasicRequestContext>) {
        routes.put { request, context in
            await chat.answer(request, stores: true) { try await receive(request, try Self.name("id", context)) }
        }
        routes.delete { request, context in
            await chat.answer(request, stores: true) {
                try await content.value.giveUp(
                    try Self.name("id", context), by: try await chat.gate.caller(of: request).id)
                return Response(status: .noContent)
            }
        }
        for method in [HTTPRequest.Method.get, .head] {
            routes.on("", method: method) { request, context in
                await chat.answer(request) { try await send(request, try Self.name("id", context)) }
            }
        }
        for path in ["refresh", "progress"] {
            routes.get("\(path)") { request, context in
                await chat.answer(request) {
                    let view = try await content.value.view(
                        try Self.name("id", context), of: Self.message(request),
                        for: try await chat.gate.caller(of: request).id)
                    return .json(view.json)
                }
            }
        }
        routes.post("progress") { request, context in
            await chat.answer(request, stores: true) {
                guard let received = try await chat.body(of: request)["received"]?.int else {
                    throw ChatRefusal(.malformed, "`received` must be a number of bytes")
                }
                let viewer = try await chat.gate.caller(of: request).id
                let view = try await content.value.note(
                    received, of: try Self.name("id", context), in: Self.message(request), by: viewer)
                return .json(view.json)
            }
        }
        routes.delete("progress") { request, context in
            await chat.answer(request, stores: true) {
                let viewer = try await chat.gate.caller(of: request).id
                let view = try await content.value.letGo(
                    of: try Self.name("id", context), in: Self.message(request), by: viewer)
                return .json(view.json)
            }
        }
    }

    // Uploads.

    private func receive(_ request: Request, _ id: String) async throws -> Response {
        let sender = try await chat.gate.caller(of: request).id
        let range = try Self.range(of: request)
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        let body = UploadBody(bytes: request.body)
        switch try await content.value.receive(body, announcing: announced, range, of: id, by: sender) {
        case .whole(let view): return .json(view.json)
        case .incomplete(let received):
            var response = Response(status: .permanentRedirect)
            response.headers[.range] = Self.held(received)
            return response
        case .misplaced(let received):
            var response = Response.refusal(
                .rangeNotSatisfiable, "the upload continues at byte \(received)")
            response.headers[.range] = Self.held(received)
            return response
        }
    }

    private static func held(_ received: Int) -> String? { received > 0 ? "bytes=0-\(received - 1)" : nil }

    private static func range(of request: Request) throws(ChatRefusal) -> ContentRange? {
        guard let header = request.headers[.contentRange] else { return nil }
        guard let range = ContentRange(header) else {
            throw ChatRefusal(.malformed, "`Content-Range` must have the form `bytes 0-999/5000` or `bytes */5000`")
        }
        if case .bytes(let bytes, _) = range, let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length != bytes.count
        {
            throw ChatRefusal(.malformed, "`Content-Range` announces \(bytes.count) bytes, but the body has \(length)")
        }
        return range
    }

    // Downloads.

    private func send(_ request: Request, _ id: String) async throws -> Response {
        let query = FormFields(request.uri.query ?? "")
        guard let viewer = query["viewer"], let expires = query["expires"].flatMap({ Int($0) }),
            let signature = query["signature"]
        else { throw ChatRefusal(.forbidden, "content is available only at its `download_url`") }
        let content = content.value
        let kept = try await content.open(
            id, of: Self.message(request), .init(viewer: viewer, expires: expires, signature: signature))
        let tag = "\"\(kept.tag)\""
        var headers = HTTPFields.file(named: kept.name, kind: kept.kind)
        headers[.eTag] = tag
        headers[.acceptRanges] = "bytes"
        headers[.cacheControl] = "private, max-age=\(max(0, expires - clock.now.seconds))"
        switch DownloadConditions(request.headers).status(for: tag) {
        case .preconditionFailed?:
            return .refusal(.preconditionFailed, "`If-Match` names another version of the content")
        case let status?: return Response(status: status, headers: headers)
        case nil: break
        }
        let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
        switch WantedRange(isSame ? request.headers[.range] : nil, of: kept.size) {
        case .whole: return answer(content, kept, 0..<kept.size, .ok, headers, for: viewer, request)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(kept.size)"
            return answer(content, kept, range, .partialContent, headers, for: viewer, request)
        case .none:
            headers[.contentRange] = "bytes */\(kept.size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    private func answer(
        _ content: ChatContent, _ kept: Download, _ range: Range<Int>, _ status: HTTPResponse.Status,
        _ headers: HTTPFields, for viewer: String, _ request: Request
    ) -> Response {
        guard request.method != .head else {
            var headers = headers
            headers[.contentLength] = "\(range.count)"
            return Response(status: status, headers: headers)
        }
        return Response(
            status: status, headers: headers,
            body: .pieces(length: range.count) { take in try await content.read(kept, range, for: viewer, take) })
    }

    // Parsing requests.

    /// Returns the message that keeps the requested content itself; `nil` for files.
    private static func message(_ request: Request) -> MessageAddress? {
        let query = FormFields(request.uri.query ?? "")
        guard let conversation = query["conversation"], let message = query["message"] else { return nil }
        return MessageAddress(conversation: conversation, message: message)
    }

    private static func name(_ name: String, _ context: BasicRequestContext) throws(ChatRefusal) -> String {
        guard let value = context.parameters.get(name) else { throw ChatRefusal(.notFound, "there is nothing here") }
        return value.removingPercentEncoding ?? value
    }

    private static func status(_ word: String) throws(ChatRefusal) -> TransferStatus {
        guard let status = TransferStatus(rawValue: word) else {
            let words = TransferStatus.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw ChatRefusal(.malformed, "`status` must be one of \(words)")
        }
        return status
    }
}

extension FormFields {
    /// Returns all values of a field that may be repeated.
    static func all(_ name: String, in query: String) -> [String] {
        query.split(separator: "&").compactMap { FormFields(String($0))[name] }
    }
}
