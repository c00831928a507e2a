import Channels
import ConversationRuntime
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

    /// How often it is checked whether the author is still admitted.
    private static let admissionInterval = TimeLength.seconds(15)

    /// - Parameter isAdmitted: whether the stream may continue; it is asked from time to time.
    func open(
        _ request: Request, _ author: Caller, while isAdmitted: @escaping @Sendable () async -> Bool
    ) throws(StudioRefusal) -> Response {
        let id = try StudioClient.ID(of: author, named: FormFields(request.uri.query ?? "")["client"])
        let client = site.newClient(id)
        try site.clients.add(client)
        client.report("hello", ["client": .string(id.page)])
        return Response(
            status: .ok, headers: .eventStream,
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
                            group.addTask {
                                await untilRefused(isAdmitted)
                                end()
                            }
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

    /// Returns when the author is not admitted any more, or the task is cancelled.
    private func untilRefused(_ isAdmitted: () async -> Bool) async {
        repeat {
            guard (try? await site.clock.sleep(until: site.clock.now + Self.admissionInterval)) != nil else { return }
        } while await isAdmitted()
    }

    /// Reports files that others change, until the task is cancelled.
    private func watch(for client: StudioClient) async {
        var known = site.texts.stamps
        while (try? await site.clock.sleep(until: site.clock.now + site.storage.interval)) != nil {
            // What cannot be read now is read with the next look.
            try? await site.storage.refresh()
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
