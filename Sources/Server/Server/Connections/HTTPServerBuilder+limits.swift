import Expressions
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension HTTP1Channel.Configuration {
    /// HTTP/1.1 with limits on everything that a client can send or keep open.
    static func bounded(
        _ settings: ConnectionSettings, _ connections: OpenConnections, peers: PeerConnections,
        headers: StandardHeaders, logger: Logger
    ) -> HTTP1Channel.Configuration {
        .init(
            additionalChannelHandlers: [
                ParserRefusals(headers: headers),
                PeerLimit(peers),
                ConnectionGuard(timeouts: ConnectionTimeouts(settings), connections: connections, logger: logger),
            ],
            idleTimeout: .milliseconds(Int64(settings.idleTimeout.milliseconds)),
            // A session token of the web chat may have 8 KB, and browsers add all other cookies of this host.
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100))
    }
}
