import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Applies what the version of a request means for its connection; the version itself is not passed on.
///
/// The server ends a connection after a request with `Connection: close`, and that is also what a client of HTTP/1.0
/// without `keep-alive` expects (RFC 9112, section 9.3), and one that names other options beside it, or writes it in
/// capitals. A client of HTTP/1.0 does not understand `100 Continue` (RFC 9110, section 10.1.1).
final class RequestVersions: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), !head.isKeepAlive || head.version == .http1_0 else {
            return context.fireChannelRead(data)
        }
        if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        if head.version == .http1_0 { head.headers.remove(name: "Expect") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

extension EventLoopFuture {
    /// Adds the reader of versions to a connection that has just been set up.
    func readingVersions(on channel: any Channel) -> EventLoopFuture<Value> where Value: Sendable {
        flatMapThrowing { connection in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(RequestVersions(), position: .before(codec))
            return connection
        }
    }
}
