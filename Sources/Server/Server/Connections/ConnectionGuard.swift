import Logging
import NIOCore
import NIOHTTPTypes

/// Closes connections of clients that stall: that send a body too slowly, do not read their response, keep sending a
/// body after the request has been answered, or keep the connection open after the last response.
///
/// Idle connections and incomplete request headers are closed by the HTTP server's own timeout.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeouts: ConnectionTimeouts
    private let connections: OpenConnections?
    private let logger: Logger
    private var body = BodyWatch()
    private var bodyTimer: Scheduled<Void>?
    private var readingTimer: Scheduled<Void>?
    private var lingeringTimer: Scheduled<Void>?
    private var quiescingTimer: Scheduled<Void>?
    private var hasRequest = false

    /// How long a new connection may wait for its first request during a shutdown. The client has probably sent the
    /// request already, and could not know whether the server had accepted it.
    private static let firstRequest = TimeAmount.milliseconds(100)

    /// - Parameter connections: counts this connection while it is open.
    init(timeouts: ConnectionTimeouts = ConnectionTimeouts(), connections: OpenConnections? = nil, logger: Logger) {
        self.timeouts = timeouts
        self.connections = connections
        self.logger = logger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            hasRequest = true
            body.begin()
        case .body(let bytes):
            if body.take(bytes.readableBytes, timeouts) { close(context, "the client continued a rejected body") }
        case .end: body.end()
        }
        context.fireChannelRead(data)
    }

    /// A request that arrives whole, as nearly all do, needs no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        body.hasRead()
        if body.isComing, bodyTimer == nil { watchBody(context) }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        body.want()
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { body.answer() }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readingTimer?.cancel()
        readingTimer = nil
        if !context.channel.isWritable { watchReading(context) }
        context.fireChannelWritabilityChanged()
    }

    /// The server has sent its last response and waits for the client to close the connection, or ends its input because
    /// it shuts down.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // A connection that has just been accepted has no input to end: the event loop does not read from it yet.
        if mode == .input, !context.channel.isActive { return context.close(mode: .all, promise: promise) }
        if mode == .output, lingeringTimer == nil { watchLeaving(context) }
        context.close(mode: mode, promise: promise)
    }

    func handlerAdded(context: ChannelHandlerContext) { connections?.add(context.channel) }

    /// The server shuts down: the connection ends after the request in progress.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent, !hasRequest else {
            return context.fireUserInboundEventTriggered(event)
        }
        quiescingTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.firstRequest) {
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        connections?.remove(context.channel)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
        connections?.remove(context.channel)
    }

    private func watchBody(_ context: ChannelHandlerContext) {
        body.beginWindow()
        bodyTimer = context.eventLoop.assumeIsolated().scheduleTask(in: timeouts.bodyWindow) {
            self.bodyTimer = nil
            if self.body.isTooSlow(self.timeouts) { return self.close(context, "the body arrived too slowly") }
            if self.body.isComing { self.watchBody(context) }
        }
    }

    /// A large response fills the connection's buffer while the client reads it; what counts is that the buffer
    /// shrinks.
    private func watchReading(_ context: ChannelHandlerContext) {
        let before = Self.waiting(context)
        readingTimer = context.eventLoop.assumeIsolated().scheduleTask(in: timeouts.reading) {
            if before - Self.waiting(context) < self.timeouts.leastRead {
                return self.close(context, "the client did not read the response")
            }
            self.watchReading(context)
        }
    }

    /// The last response may still be in transit: the timeout begins when all of it has been sent.
    private func watchLeaving(_ context: ChannelHandlerContext) {
        lingeringTimer = context.eventLoop.assumeIsolated().scheduleTask(in: timeouts.lingering) {
            if Self.waiting(context) > 0 { return self.watchLeaving(context) }
            self.close(context, "the client did not close the connection")
        }
    }

    /// Returns the number of bytes that the client has not read yet.
    private static func waiting(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func close(_ context: ChannelHandlerContext, _ reason: String) {
        logger.debug("connection closed", metadata: ["reason": "\(reason)"])
        context.close(promise: nil)
    }

    private func stop() {
        bodyTimer?.cancel()
        readingTimer?.cancel()
        lingeringTimer?.cancel()
        quiescingTimer?.cancel()
        bodyTimer = nil
        readingTimer = nil
        lingeringTimer = nil
        quiescingTimer = nil
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
