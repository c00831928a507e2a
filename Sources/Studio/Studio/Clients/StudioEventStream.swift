import Channels
import Expressions
import Files
import HTTPTypes
import Hummingbird
import JSON
import Server
import ServiceLifecycle

/// `GET /studio/api/events?client=…`: what happens, as long as the page is open. The page's session with the language
/// server lasts as long.
struct StudioEventStream: Sendable {
    let site: StudioSite

    /// How often the files are looked at.
    static let interval = TimeLength(milliseconds: 250)

    func open(_ request: Request) throws(StudioRefusal) -> Response {
        let id = FormFields(request.uri.query ?? "")["client"] ?? ""
        guard (8...64).contains(id.utf8.count), id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw StudioRefusal(.badRequest, "`client` names the page with 8 to 64 characters")
        }
        let client = site.newClient(id)
        try site.clients.add(client)
        client.report("hello", ["client": .string(id)])
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                let end = { @Sendable in site.clients.remove(client) }
                defer { end() }
                // A shutdown waits for responses in progress, and this one would never end by itself.
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            defer { end() }
                            group.addTask { await client.run() }
                            group.addTask { await client.beat(site.clock) }
                            group.addTask { await watch(for: client) }
                            for await text in client.events { try await writer.write(ByteBuffer(string: text)) }
                            end()
                            group.cancelAll()
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

    /// Reports files that others change, until the task is cancelled.
    private func watch(for client: StudioClient) async {
        var known = site.texts.stamps
        while (try? await site.clock.sleep(until: site.clock.now + Self.interval)) != nil {
            let found = site.texts.stamps
            if found == known { continue }
            let changed = Set(found.keys).union(known.keys).filter { found[$0] != known[$0] }.sorted()
            known = found
            for path in changed.compactMap(StudioPath.init) {
                let text = try? site.texts.read(path)
                client.report(
                    "file",
                    ["path": .string(path.text), "hash": text.map { .string($0.hash) } ?? .null])
            }
        }
    }
}
