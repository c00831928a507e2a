import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Server

/// Clients that stall a connection, on an event loop whose time the test advances.
@Suite struct ConnectionGuardTests {
    private static let timeouts: ConnectionTimeouts = {
        var timeouts = ConnectionTimeouts()
        timeouts.leastBody = 100
        timeouts.bodyWindow = .seconds(30)
        timeouts.leastRead = 100
        timeouts.reading = .seconds(60)
        timeouts.mostUnwanted = 1_000
        return timeouts
    }()

    private func connected() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: ConnectionGuard(timeouts: Self.timeouts, logger: Logger(label: "test")))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
        return channel
    }

    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "usher", path: "/"))

    private func bring(_ count: Int, to channel: EmbeddedChannel) throws {
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: count)))
    }

    private func answer(on channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test func `a connection that is not active yet is closed when its input is to end`() throws {
        let channel = EmbeddedChannel(handler: ConnectionGuard(timeouts: Self.timeouts, logger: Logger(label: "test")))
        try channel.close(mode: .input).wait()
        #expect(throws: (any Error).self) { try channel.finish() }
    }

    @Test func `a body that comes drop by drop ends the connection, however often a drop comes`() throws {
        let channel = try connected()
        try channel.writeInbound(Self.head)
        for _ in 0..<29 {
            channel.read()
            try bring(1, to: channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(channel.isActive)
        }
        channel.read()
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a slow body that does come may take as long as it likes`() throws {
        let channel = try connected()
        try channel.writeInbound(Self.head)
        for _ in 0..<100 {
            channel.read()
            try bring(100, to: channel)
            channel.read()
            channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        }
        #expect(channel.isActive)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.read()
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive, "what waits for an answer has nothing to bring")
        _ = try channel.finish()
    }

    @Test func `a body that has only just begun is not measured by the window of the one before`() throws {
        let channel = try connected()
        try channel.writeInbound(Self.head)
        try bring(100, to: channel)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(29_999))
        try channel.writeInbound(Self.head)
        channel.read()
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive, "a whole window of its own has passed")
    }

    @Test func `nobody is blamed while the server itself does not take more`() throws {
        let channel = try connected()
        try channel.writeInbound(Self.head)
        try bring(1, to: channel)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        channel.read()
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
    }

    @Test func `who does not read the answer is let go, and who reads it slowly is not`() throws {
        let channel = try connected()
        for isWritable in [false, true, false, true] {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
            channel.embeddedEventLoop.advanceTime(by: .seconds(59))
            #expect(channel.isActive)
        }
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }

    /// A socket whose sending half is closed stays open for reading.
    private final class HalfClosing: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = ByteBuffer

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if mode == .output { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
        }
    }

    @Test func `who has had the last answer has ten seconds to leave, from when all of it has gone out`() throws {
        let channel = try connected()
        try channel.pipeline.syncOperations.addHandler(Bodies(), position: .first)
        try channel.pipeline.syncOperations.addHandler(HalfClosing(), position: .first)
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 5_000)), promise: nil)
        channel.close(mode: .output, promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .minutes(1))
        #expect(channel.isActive, "the answer is still on its way")
        channel.flush()
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(!channel.isActive)
    }

    /// Converts bodies of responses to the bytes that a socket receives.
    private final class Bodies: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = ByteBuffer

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .body(let bytes) = unwrapOutboundIn(data) else { return }
            context.write(wrapOutboundOut(bytes), promise: promise)
        }
    }

    @Test func `one large piece of an answer may be read slowly, but has to be read`() throws {
        let channel = try connected()
        try channel.pipeline.addHandler(Bodies(), position: .first).wait()
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 1_000)), promise: nil)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        for left in [900, 800, 700] {
            channel.flush()
            channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: left)), promise: nil)
            channel.embeddedEventLoop.advanceTime(by: .seconds(60))
            #expect(channel.isActive)
        }
        channel.flush()
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 601)), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }

    @Test func `of a body that was refused only so much is passed over`() throws {
        let channel = try connected()
        try channel.writeInbound(Self.head)
        try bring(5_000, to: channel)
        try answer(on: channel)
        try bring(1_000, to: channel)
        #expect(channel.isActive)
        try bring(1, to: channel)
        #expect(!channel.isActive)
    }

    @Test func `the answer to one request says nothing of the body of the next`() throws {
        let channel = try connected()
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(Self.head)
        try answer(on: channel)
        try bring(100_000, to: channel)
        #expect(channel.isActive)
        _ = try channel.finish()
    }
}
