import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A browser: a session, a conversation with the bot, and a stream of events.
final class Viewer: Sendable {
    private let number: Int
    private let port: Int
    private let group: any EventLoopGroup
    private let token: String
    private let conversation: String
    private let screen = Screen()

    init(number: Int, port: Int, group: any EventLoopGroup) async throws {
        self.number = number
        self.port = port
        self.group = group
        let session = try await Self.ask("session", ["widget": true], number, port, group, token: nil)
        token = session["token"] as? String ?? ""
        let begun = try await Self.ask("conversations", [:], number, port, group, token: token)
        conversation = begun["id"] as? String ?? ""
    }

    /// Opens the stream, and returns when it has begun.
    func listen() async throws {
        let reader = EventReader(screen: screen)
        let channel = try await Self.connect(port, group) { EventHandler(reader) }
        Self.write(channel, .GET, "/chat/api/events", number, token: token, body: nil)
        try await screen.wait(for: "ready")
    }

    /// Sends a text. Returns its id, and when it was sent.
    func say(_ text: String) async throws -> (id: String, at: Date) {
        let id = UUID().uuidString.lowercased()
        let body = String(decoding: try JSONSerialization.data(withJSONObject: ["text": text]), as: UTF8.self)
        let part = ["mime_type": "application/vnd.layer.text+json;role=root", "body": body]
        let at = Date()
        _ = try await Self.ask(
            "conversations/\(conversation)/messages", ["id": id, "parts": [part]], number, port, group, token: token)
        return (id, at)
    }

    /// When a message came to the screen.
    func seen(_ id: String) async throws -> Date { try await screen.wait(for: id) }

    // HTTP.

    private static func ask(
        _ path: String, _ body: [String: Any], _ number: Int, _ port: Int, _ group: any EventLoopGroup, token: String?
    ) async throws -> [String: Any] {
        let promise = group.next().makePromise(of: [UInt8].self)
        let channel = try await connect(port, group) { AnswerHandler(promise) }
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: body))
        write(channel, .POST, "/chat/api/\(path)", number, token: token, body: bytes)
        let answer = try await promise.futureResult.get()
        try await channel.close()
        return try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any] ?? [:]
    }

    private static func connect(
        _ port: Int, _ group: any EventLoopGroup, _ handler: @escaping @Sendable () -> any ChannelHandler
    ) async throws -> any Channel {
        try await ClientBootstrap(group: group).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                try channel.pipeline.syncOperations.addHandler(handler())
            }
        }.connect(host: "127.0.0.1", port: port).get()
    }

    /// - Parameter number: of the browser, each of which comes from an address of its own.
    private static func write(
        _ channel: any Channel, _ method: HTTPMethod, _ path: String, _ number: Int, token: String?, body: [UInt8]?
    ) {
        var fields = HTTPHeaders([("host", "127.0.0.1")])
        fields.add(name: "x-forwarded-for", value: "192.0.\(number / 250 % 250).\(number % 250)")
        if let token { fields.add(name: "authorization", value: "Bearer \(token)") }
        fields.add(name: "content-length", value: "\(body?.count ?? 0)")
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: fields)
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if let body { channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil) }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    }
}

/// What has come to a screen, and when.
actor Screen {
    private var seen: [String: Date] = [:]
    private var waiting: [String: CheckedContinuation<Date, Never>] = [:]

    func show(_ id: String, at date: Date) {
        seen[id] = date
        waiting.removeValue(forKey: id)?.resume(returning: date)
    }

    @discardableResult
    func wait(for id: String) async throws -> Date {
        if let date = seen[id] { return date }
        return await withCheckedContinuation { waiting[id] = $0 }
    }
}

/// Reads lines of events, and shows the messages among them.
final class EventReader: Sendable {
    private let screen: Screen

    init(screen: Screen) { self.screen = screen }

    func read(_ line: Substring) {
        let now = Date()
        if line == "event: ready" { return show("ready", now) }
        // A message begins with its id.
        guard line.hasPrefix(#"data: {"id":""#), line.contains(#""sequence":"#) else { return }
        show(String(line.dropFirst(13).prefix { $0 != "\"" }), now)
    }

    private func show(_ id: String, _ date: Date) { Task { await screen.show(id, at: date) } }
}

/// Splits a stream into lines.
final class EventHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let reader: EventReader
    private var rest = ""

    init(_ reader: EventReader) { self.reader = reader }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .body(let buffer) = unwrapInboundIn(data) else { return }
        rest += String(buffer: buffer)
        while let end = rest.firstIndex(of: "\n") {
            reader.read(rest[..<end])
            rest.removeSubrange(...end)
        }
    }
}

/// Collects one answer.
final class AnswerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let promise: EventLoopPromise<[UInt8]>
    private var body: [UInt8] = []

    init(_ promise: EventLoopPromise<[UInt8]>) { self.promise = promise }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: break
        case .body(let buffer): body += buffer.readableBytesView
        case .end: promise.succeed(body)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { promise.fail(ChannelError.eof) }
}
