import Channels
import ConversationRuntime
import Expressions
import HTTPTypes
import Hummingbird
import JSON
import Server
import ServiceLifecycle
import Synchronization

/// `GET /desk/api/events`: reports that the inbox or the tables have changed. What has changed is asked for by the page,
/// so a stream that misses something costs one more request and loses nothing.
struct DeskEventStream: Sendable {
    let routes: OperatorRoutes
    let streams: OpenStreams

    /// How often the store is looked at, by the real time.
    private static let interval = TimeLength(milliseconds: 400)
    /// How many looks pass until something is written in any case, so that both sides notice a lost connection.
    private static let beat = 40

    /// - Parameter isAdmitted: whether the stream may continue; it is asked from time to time.
    func open(_ request: Request, while isAdmitted: @escaping @Sendable () async -> Bool) -> Response {
        guard !streams.isFull else { return .refusal(.tooManyRequests, "too many windows are open") }
        let (texts, ending) = AsyncStream.makeStream(of: String.self)
        return Response(
            status: .ok, headers: .eventStream,
            body: ResponseBody { writer in
                let end = { @Sendable in ending.finish() }
                streams.begin()
                defer { streams.end() }
                // A shutdown waits for responses in progress, and this one would never end by itself.
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            group.addTask {
                                await watch(while: isAdmitted) { ending.yield($0) }
                                end()
                            }
                            for await text in texts { try await writer.write(ByteBuffer(string: text)) }
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

    /// Reports changes until the task is cancelled, or its reader is not admitted any more.
    private func watch(while isAdmitted: () async -> Bool, _ report: @Sendable (String) -> Void) async {
        let clock = SystemClock()
        var known: State?
        var looks = 0
        repeat {
            looks += 1
            // What cannot be read now is read with the next look.
            if let now = try? await State(of: routes.stores) {
                if now.waiting != known?.waiting { report(event("inbox")) }
                if now.tables != known?.tables { report(event("results")) }
                known = now
            }
            if looks.isMultiple(of: Self.beat) {
                guard await isAdmitted() else { return }
                report(": still here\n\n")
            }
        } while (try? await clock.sleep(until: clock.now + Self.interval)) != nil
    }

    /// The time of the server is what people see: a clock that is advanced runs ahead of the browser's.
    private func event(_ name: String) -> String {
        let data: JSONValue = ["now": .int(routes.clock.now.milliseconds)]
        return "event: \(name)\ndata: \(data.text)\n\n"
    }

    private struct State {
        struct Waiting: Equatable {
            let id: SessionID
            let events: Int
        }

        let waiting: [Waiting]
        let tables: [ResultCount]

        private static let most = 500

        init(of stores: Stores) async throws {
            waiting = try await stores.operators.handovers(after: nil, limit: Self.most).map {
                Waiting(id: $0.id, events: $0.events)
            }
            tables = try await stores.results.resultTables()
        }
    }
}

/// The number of streams that are open.
final class OpenStreams: Sendable {
    /// More windows are a page that does not close its streams.
    private static let most = 64

    private let count = Mutex(0)

    var isFull: Bool { count.withLock { $0 >= Self.most } }

    func begin() { count.withLock { $0 += 1 } }

    func end() { count.withLock { $0 -= 1 } }
}
