import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Apple's gateway as far as load needs it: takes every message, and tells its customer.
final class Gateway: Sendable {
    private struct State {
        var arrived: [String: [Arrived]] = [:]
        var waiting: [String: (count: Int, continuation: CheckedContinuation<[Arrived], Never>)] = [:]
    }

    /// What a customer needs of a message: which question it asks.
    struct Arrived: Sendable {
        let question: String?
        /// The first slot of a time picker.
        let slot: String?
    }

    private let state = Mutex(State())

    func listen(on port: Int, group: any EventLoopGroup) async throws -> any Channel {
        try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(GatewayHandler(self))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
    }

    /// Waits until so many messages have come for a customer, and takes them.
    func messages(for customer: String, count: Int) async -> [Arrived] {
        await withCheckedContinuation { continuation in
            let ready: [Arrived]? = state.withLock { state in
                if let arrived = state.arrived[customer], arrived.count >= count {
                    state.arrived[customer] = nil
                    return arrived
                }
                state.waiting[customer] = (count, continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    fileprivate func take(_ message: Arrived, for customer: String) {
        let resumed: (CheckedContinuation<[Arrived], Never>, [Arrived])? = state.withLock { state in
            state.arrived[customer, default: []].append(message)
            guard let waiting = state.waiting[customer], let arrived = state.arrived[customer],
                arrived.count >= waiting.count
            else { return nil }
            state.waiting[customer] = nil
            state.arrived[customer] = nil
            return (waiting.continuation, arrived)
        }
        if let (continuation, arrived) = resumed { continuation.resume(returning: arrived) }
    }
}

private final class GatewayHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let gateway: Gateway
    private var customer = ""
    private var body = ByteBuffer()

    init(_ gateway: Gateway) { self.gateway = gateway }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            customer = head.headers.first(name: "destination-id") ?? ""
            body.clear()
        case .body(var part): body.writeBuffer(&part)
        case .end:
            let text = String(buffer: body)
            gateway.take(
                Gateway.Arrived(
                    question: text.value(after: "\"requestIdentifier\":\""),
                    slot: text.range(of: "\"timeslots\":[").flatMap {
                        text[$0.upperBound...].value(after: "\"identifier\":\"")
                    }), for: customer)
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}

extension StringProtocol {
    /// What stands behind `key` up to the next quote: cheaper than reading the JSON, and enough for our own messages.
    fileprivate func value(after key: String) -> String? {
        guard let start = range(of: key)?.upperBound, let end = self[start...].firstIndex(of: "\"") else { return nil }
        return String(self[start..<end])
    }

    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
