import HTTPTypes
import Hummingbird
import WebChat

/// `GET /chat/api/events`: what happens, as it happens.
struct ChatEventStream: Sendable {
    let chats: WebChats
    let gate: ChatGate

    func open(_ request: Request) async throws -> Response {
        let caller = try await gate.caller(of: request)
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let after = last ?? FormFields(request.uri.query ?? "")["after"]
        let listening = try await chats.listen(caller, after: after.flatMap { Int($0) })
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                let stream = listening.stream
                defer { chats.stopListening(stream) }
                try await request.body.consumeWithInboundCloseHandler { _ in
                    var listening = listening
                    while let text = try await listening.next() {
                        try await writer.write(ByteBuffer(string: text))
                    }
                } onInboundClosed: {
                    chats.stopListening(stream)
                }
                try await writer.finish(nil)
            })
    }
}
