import Foundation
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
            let question = body.text(behind: "\"requestIdentifier\":\"")
            let slot = body.text(behind: "\"timeslots\":[", "\"identifier\":\"")
            gateway.take(Gateway.Arrived(question: question, slot: slot), for: customer)
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}

extension ByteBuffer {
    /// What stands behind `keys`, one after another, up to the next quote: cheaper than reading the JSON, and enough for our
    /// own messages.
    fileprivate func text(behind keys: StaticString...) -> String? {
        withUnsafeReadableBytes { bytes in
            var rest = bytes
            for key in keys {
                guard let found = rest.offset(of: key) else { return nil }
                rest = UnsafeRawBufferPointer(rebasing: rest[(found + key.utf8CodeUnitCount)...])
            }
            return rest.firstIndex(of: UInt8(ascii: "\"")).map { String(decoding: rest[..<$0], as: UTF8.self) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Where `key` begins.
    fileprivate func offset(of key: StaticString) -> Int? {
        guard let start = baseAddress else { return nil }
        var at = 0
        while count - at >= key.utf8CodeUnitCount,
            let found = memchr(start + at, Int32(key.utf8Start.pointee), count - at)
        {
            at = start.distance(to: UnsafeRawPointer(found))
            if count - at >= key.utf8CodeUnitCount, memcmp(found, key.utf8Start, key.utf8CodeUnitCount) == 0 {
                return at
            }
            at += 1
        }
        return nil
    }
}
