import Expressions
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension HTTPServerBuilder {
    /// HTTP/1.1 with bounds for everything that a client may send or hold.
    static func bounded(
        _ settings: ConnectionSettings, peers: PeerConnections, logger: Logger
    ) -> HTTPServerBuilder {
        .http1(
            configuration: .init(
                additionalChannelHandlers: [
                    PeerLimit(peers), ConnectionGuard(patience: Patience(settings), logger: logger),
                ],
                idleTimeout: .milliseconds(Int64(settings.idleTimeout.milliseconds)),
                // A session of the web chat may have 8 KB; browsers send along whatever else they know of this host.
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)))
    }
}
