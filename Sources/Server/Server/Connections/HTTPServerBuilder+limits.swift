import Expressions
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension HTTP1Channel.Configuration {
    /// HTTP/1.1 with bounds for everything that a client may send or hold.
    static func bounded(
        _ settings: ConnectionSettings, _ connections: OpenConnections, peers: PeerConnections, logger: Logger
    ) -> HTTP1Channel.Configuration {
        .init(
            additionalChannelHandlers: [
                PeerLimit(peers),
                ConnectionGuard(patience: Patience(settings), connections: connections, logger: logger),
            ],
            idleTimeout: .milliseconds(Int64(settings.idleTimeout.milliseconds)),
            // A session of the web chat may have 8 KB; browsers send along whatever else they know of this host.
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100))
    }
}
