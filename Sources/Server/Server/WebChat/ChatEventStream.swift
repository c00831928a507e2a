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
        let after = Self.position(in: request)
        let now = chats.value
        let listening = try await now.listen(
            caller, after: after, from: RemoteAddress.current ?? "nowhere", following: chats)
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

    /// Returns the revision after which the stream is to resume; `nil` for the current one.
    private static func position(in request: Request) -> Int? {
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        // A browser that has no id sends an empty one, or none (HTML, section 9.2.2).
        let text = last.flatMap { $0.isEmpty ? nil : $0 } ?? FormFields(request.uri.query ?? "")["after"]
        // A position that is no number is none that this customer has reached: the client starts afresh.
        return text.map { Int($0) ?? .max }
    }
}
