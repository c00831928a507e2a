import Concurrency
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import WebChat

/// `GET /chat/api/events`: a stream of events as they happen.
struct ChatEventStream: Sendable {
    let chats: Current<WebChats>
    let gate: ChatGate

    func open(_ request: Request) async throws -> Response {
        let caller = try await gate.caller(of: request)
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let after = last ?? FormFields(request.uri.query ?? "")["after"]
        let now = chats.value
        let listening = try await now.listen(
            caller, after: after.flatMap { Int($0) }, from: RemoteAddress.current ?? "nowhere", following: chats)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                let end = { @Sendable in now.stopListening(listening.stream) }
                defer { end() }
                // A shutdown waits for responses in progress, and this one would never end by itself.
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        var listening = listening
                        while let text = try await listening.next() {
                            try await writer.write(ByteBuffer(string: text))
                        }
                    } onInboundClosed: {
                        end()
                    }
                } onGracefulShutdown: {
                    end()
                }
                try await writer.finish(nil)
            })
    }
}
