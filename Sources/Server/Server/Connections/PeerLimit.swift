import NIOCore
import NIOHTTPTypes

/// Closes a new connection when its address has too many.
final class PeerLimit: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let connections: PeerConnections
    private var place: PeerConnections.Place?
    private var hasBegun = false

    init(_ connections: PeerConnections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        // The other handlers have to see the connection become active before they see it close.
        context.fireChannelActive()
        begin(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func begin(_ context: ChannelHandlerContext) {
        guard !hasBegun else { return }
        hasBegun = true
        place = connections.enter(from: context.channel.remoteAddress?.ipAddress)
        if place == nil { context.close(promise: nil) }
    }

    private func end() {
        if let place { connections.leave(place) }
        place = nil
    }
}

@available(*, unavailable)
extension PeerLimit: Sendable {}
