import NIOCore
import NIOHTTP1
import NIOPosix

/// One keep-alive connection to the server; one request at a time.
final class Connection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<ReplyHandler>

    private init(_ channel: any Channel, _ handler: NIOLoopBound<ReplyHandler>) {
        self.channel = channel
        self.handler = handler
    }

    static func open(to port: Int, group: any EventLoopGroup) async throws -> Connection {
        try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                let handler = ReplyHandler()
                try channel.pipeline.syncOperations.addHandler(handler)
                return Connection(channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
            }
        }
    }

    /// Posts and waits for the answer. Returns its status.
    func post(_ path: String, headers: [(String, String)], body: [UInt8]) async throws -> UInt {
        let promise = channel.eventLoop.makePromise(of: UInt.self)
        channel.eventLoop.execute { [channel, handler] in
            handler.value.waiting = promise
            var fields = HTTPHeaders(headers)
            fields.add(name: "host", value: "127.0.0.1")
            fields.add(name: "content-length", value: "\(body.count)")
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: path, headers: fields)
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
            channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        }
        return try await promise.futureResult.get()
    }

    func close() async throws { try await channel.close() }
}

/// The servers that a customer's events go to, as a balancer distributes them.
struct Servers: Sendable {
    let connections: [Connection]

    /// The connection for an event, by its number: each event goes to another server than the one before.
    func next(_ event: Int) -> Connection { connections[event % connections.count] }

    func close() async throws { for connection in connections { try await connection.close() } }
}

/// Hands the status of each answer to whoever waits for it.
private final class ReplyHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    var waiting: EventLoopPromise<UInt>?
    private var status: UInt = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): status = head.status.code
        case .body: break
        case .end:
            waiting?.succeed(status)
            waiting = nil
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting?.fail(ChannelError.eof)
        waiting = nil
    }
}
