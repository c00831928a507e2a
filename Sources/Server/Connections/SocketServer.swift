import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// An HTTP server on a socket that already listens, such as one that systemd passes: connections that nobody has accepted
/// stay in its queue when the server ends, and the next server accepts them.
struct SocketServer<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let socket: ListeningSocket
    let responder: Responder
    let channels: HTTP1Channel.Configuration
    let configuration: ApplicationConfiguration
    let connections: OpenConnections
    let onServerRunning: @Sendable (any Channel) async -> Void
    let logger: Logger

    /// Runs until the task is cancelled or the server shuts down gracefully; requests in progress are answered.
    func run() async throws {
        let child = HTTP1Channel(responder: respond, configuration: channels)
        let delegate = configuration.availableConnectionsDelegate
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let delegate { try Self.bound(channel, by: delegate) }
                }
            }
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .bind(socket.descriptor) { [logger] channel in child.setup(channel: channel, logger: logger) }
        logger.info("Server started and listening on the socket that was passed: \(socket.name)")
        await withGracefulShutdownHandler {
            await onServerRunning(listener.channel)
            await accept(from: listener, child)
        } onGracefulShutdown: {
            listener.channel.close(promise: nil)
            connections.quiesce()
        }
    }

    private func accept(from listener: NIOAsyncChannel<HTTP1Channel.Value, Never>, _ child: HTTP1Channel) async {
        await withDiscardingTaskGroup { group in
            do {
                try await listener.executeThenClose { inbound in
                    for try await connection in inbound {
                        group.addTask { await child.handle(value: connection, logger: logger) }
                    }
                }
            } catch {
                logger.debug("the listening socket was closed", metadata: ["reason": "\(error)"])
            }
        }
    }

    private static func bound<Delegate: AvailableConnectionsDelegate>(
        _ listener: any Channel, by delegate: Delegate
    ) throws {
        try listener.pipeline.syncOperations.addHandler(AvailableConnectionsChannelHandler(delegate: delegate))
    }

    @Sendable private func respond(
        to request: Request, _ writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        let source = ApplicationRequestContextSource(channel: channel, logger: logger)
        var response = try await responder.respond(to: request, context: Responder.Context(source: source))
        response.headers[.date] = ResponseDate.now
        if let name = configuration.serverName { response.headers[.server] = name }
        try await writer.write(response: response.head, body: response.body)
    }
}
