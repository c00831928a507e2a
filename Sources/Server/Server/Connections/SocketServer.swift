import Concurrency
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The HTTP server, on an address or on a socket that already listens, such as one passed by systemd. Connections not
/// accepted when the server ends stay in the queue of a passed socket, and the next server accepts them.
///
/// It replaces Hummingbird's own accept loop, which cannot use an existing socket and crashes when it stops while a
/// connection is being accepted.
struct SocketServer<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let place: ListeningPlace
    let responder: Responder
    let channels: HTTP1Channel.Configuration
    /// The maximum number of open connections.
    let most: Int
    let connections: OpenConnections
    let onListening: @Sendable (Int?) async -> Void
    let logger: Logger

    private static var backlog: Int32 { 256 }
    private static var lastAccepts: TimeAmount { .milliseconds(50) }

    /// Runs until the task is cancelled or the server shuts down gracefully; requests in progress are answered.
    ///
    /// - Throws: `ListenerLost` when no more connections can be accepted; a server that no client can reach has to end,
    ///   so that it is started again.
    func run() async throws {
        let child = HTTP1Channel(responder: respond, configuration: channels)
        let accepted = AcceptedConnections()
        let gate = AcceptGate()
        let listener = try await listen(child, accepted, gate)
        listener.closeFuture.whenComplete { _ in
            guard gate.lose() else { return }
            connections.quiesce()
            accepted.end()
        }
        await withTaskCancellationOrGracefulShutdownHandler {
            await onListening(listener.localAddress?.port)
            await withDiscardingTaskGroup { group in
                while let connection = await accepted.next() {
                    group.addTask { await child.handle(value: connection, logger: logger) }
                }
            }
        } onCancelOrGracefulShutdown: {
            gate.close()
            connections.quiesce()
            // Connections being accepted now are still served: NIO would close them together with the listener.
            listener.eventLoop.scheduleTask(in: Self.lastAccepts) {
                listener.close(promise: nil)
                accepted.end()
            }
        }
        if gate.isLost { throw ListenerLost() }
    }

    private func listen(
        _ child: HTTP1Channel, _ accepted: AcceptedConnections, _ gate: AcceptGate
    ) async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: Self.backlog)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [most] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptGateHandler(gate: gate))
                    try channel.pipeline.syncOperations.addHandler(
                        AvailableConnectionsChannelHandler(maxConnections: most))
                }
            }
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { [logger] channel in
                accepted.add { child.setup(channel: channel, logger: logger).readingVersions(on: channel) }
                    ?? channel.eventLoop.makeFailedFuture(ChannelError.alreadyClosed)
            }
        switch place {
        case .address(let host, let port):
            let listener = try await bootstrap.bind(host: host, port: port).get()
            logger.info("server started", metadata: ["address": "\(host):\(listener.localAddress?.port ?? port)"])
            return listener
        case .socket(let socket):
            let listener = try await bootstrap.withBoundSocket(socket.descriptor).get()
            logger.info("server started", metadata: ["socket": "\(socket.name)"])
            return listener
        }
    }

    @Sendable private func respond(
        to request: Request, _ writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        let source = ApplicationRequestContextSource(channel: channel, logger: logger)
        var response = try await responder.respond(to: request, context: Responder.Context(source: source))
        response.headers[.date] = ResponseDate.now
        response.headers[.server] = "usher"
        try await writer.write(response: response.head, body: response.body)
    }
}

/// The error when the system ends the listening socket while the server runs.
struct ListenerLost: Error, CustomStringConvertible {
    var description: String { "the system closed its listening socket, so it accepted no more connections" }
}

/// Whether connections are accepted.
final class AcceptGate: Sendable {
    private enum State { case open, closed, lost }

    private let state = Mutex(State.open)

    var isOpen: Bool { state.withLock { $0 == .open } }
    /// Whether the socket was closed before the gate.
    var isLost: Bool { state.withLock { $0 == .lost } }

    func close() { _ = leave(to: .closed) }

    /// Records that the socket was closed. Returns whether the gate was still open.
    func lose() -> Bool { leave(to: .lost) }

    private func leave(to end: State) -> Bool {
        state.withLock { state in
            guard state == .open else { return false }
            state = end
            return true
        }
    }
}

/// Leaves connections in the queue of the socket once the gate is closed.
private final class AcceptGateHandler: ChannelOutboundHandler {
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private let gate: AcceptGate

    init(gate: AcceptGate) { self.gate = gate }

    func read(context: ChannelHandlerContext) {
        if gate.isOpen { context.read() }
    }
}

/// The place where a server listens.
enum ListeningPlace: Sendable {
    case address(host: String, port: Int)
    case socket(ListeningSocket)
}

/// The queue of accepted connections that wait for a task to serve them. None is dropped: NIO ends the process when a
/// connection is dropped before it was served.
final class AcceptedConnections: Sendable {
    private struct State {
        var waiting: [HTTP1Channel.Value] = []
        /// The number of connections being set up.
        var coming = 0
        var isEnded = false

        var isOver: Bool { isEnded && coming == 0 }
    }

    private let state = Watched(State())

    /// Sets up a connection for serving. Returns `nil`, without running `setup`, when the queue is closed.
    ///
    /// - Parameter setup: runs on the event loop of the connection.
    func add(_ setup: () -> EventLoopFuture<HTTP1Channel.Value>) -> EventLoopFuture<Void>? {
        let isTaken = state.change { state in
            if !state.isEnded { state.coming += 1 }
            return !state.isEnded
        }
        guard isTaken else { return nil }
        let connection = setup()
        connection.whenComplete { result in
            self.state.change { state in
                state.coming -= 1
                if case .success(let connection) = result { state.waiting.append(connection) }
            }
        }
        return connection.map { _ in }
    }

    /// Returns the next connection; `nil` when the queue is closed and all connections have been served. Cancellation
    /// does not end the wait.
    func next() async -> HTTP1Channel.Value? {
        while true {
            let (connection, isOver) = state.change { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isOver)
            }
            if let connection { return connection }
            if isOver { return nil }
            await state.wait { !$0.waiting.isEmpty || $0.isOver }
        }
    }

    /// Closes the queue to further connections.
    func end() {
        state.change { $0.isEnded = true }
    }
}

/// The `Date` header of responses (RFC 9110, section 5.6.7), formatted once a second.
enum ResponseDate {
    private static let last = Mutex<(second: Int, text: String)>((0, ""))

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static var now: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, text(of: second)) }
            return last.text
        }
    }

    /// - Parameter second: seconds since 1970.
    static func text(of second: Int) -> String {
        var (time, parts) = (time_t(second), tm())
        gmtime_r(&time, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        return
            "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1_900)"
            + " \(clock) GMT"
    }
}
