import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A mail server on this machine (SMTP, RFC 5321) that takes messages, or refuses them as told.
final class MailHost: Sendable {
    /// A message as it was taken.
    struct Mail: Sendable {
        var sender = ""
        var recipients: [String] = []
        /// The lines of its head and its body.
        var lines: [String] = []

        /// The value of a line of the head, with its continuations.
        func header(_ name: String) -> String? {
            guard let start = lines.firstIndex(where: { $0.hasPrefix("\(name): ") }) else { return nil }
            let more = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
            return lines[start].dropFirst(name.count + 2) + more.joined()
        }

        /// The decoded text.
        var text: String {
            let body = lines.drop { !$0.isEmpty }.joined()
            return Data(base64Encoded: body).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    fileprivate struct State {
        var mails: [Mail] = []
        /// The replies to the next recipients.
        var refusals: [String] = []
        var logins: [String] = []
    }

    fileprivate let state = Mutex(State())
    fileprivate let told: AsyncStream<Void>.Continuation
    private let news: AsyncStream<Void>

    init() { (news, told) = AsyncStream.makeStream(of: Void.self) }

    var mails: [Mail] { state.withLock(\.mails) }

    /// User and password of every login.
    var logins: [String] { state.withLock(\.logins) }

    /// Answers the next recipients with these replies: `450 later`, `550 unknown`.
    func refuse(with replies: String...) { state.withLock { $0.refusals += replies } }

    /// Returns when something has been taken or refused, and `condition` holds.
    func until(_ condition: @Sendable (MailHost) -> Bool) async {
        if condition(self) { return }
        for await _ in news where condition(self) { return }
    }

    /// Whether all prepared refusals have been used.
    var hasRefused: Bool { state.withLock(\.refusals.isEmpty) }

    /// Listens while `work` runs, and passes it the port.
    func run(_ work: (Int) async throws -> Void) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(MailSession(host: self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await work(channel.localAddress?.port ?? 0)
        } catch {
            try? await channel.close()
            try? await group.shutdownGracefully()
            throw error
        }
        try await channel.close()
        try await group.shutdownGracefully()
    }
}

/// The server's side of one connection.
private final class MailSession: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let host: MailHost
    private var unread = ""
    private var mail = MailHost.Mail()
    private var isData = false
    private var isLogin = false

    init(host: MailHost) { self.host = host }

    func channelActive(context: ChannelHandlerContext) { reply("220 mail.test ESMTP", context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unread += String(buffer: unwrapInboundIn(data))
        while let end = unread.range(of: "\r\n") {
            let line = String(unread[..<end.lowerBound])
            unread.removeSubrange(..<end.upperBound)
            if isData { take(line, context) } else { answer(line, context) }
        }
    }

    private func take(_ line: String, _ context: ChannelHandlerContext) {
        guard line == "." else { return mail.lines.append(line.hasPrefix("..") ? String(line.dropFirst()) : line) }
        isData = false
        host.state.withLock { $0.mails.append(mail) }
        mail = MailHost.Mail()
        reply("250 taken", context)
        host.told.yield()
    }

    private func answer(_ line: String, _ context: ChannelHandlerContext) {
        if isLogin { return logIn(line, context) }
        let word = line.prefix(4).uppercased()
        switch word {
        case "EHLO": reply("250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME", context)
        case "AUTH":
            // The credentials follow at once, or after the server has asked for them (RFC 4954, section 4).
            let words = line.split(separator: " ")
            if words.count > 2 { return logIn(String(words[2]), context) }
            isLogin = true
            reply("334 ", context)
        case "MAIL":
            mail.sender = Self.address(line)
            reply("250 ok", context)
        case "RCPT":
            let refusal = host.state.withLock { $0.refusals.isEmpty ? nil : $0.refusals.removeFirst() }
            if refusal == nil { mail.recipients.append(Self.address(line)) }
            reply(refusal ?? "250 ok", context)
            if refusal != nil { host.told.yield() }
        case "DATA":
            isData = true
            reply("354 go on", context)
        case "QUIT":
            reply("221 bye", context)
            context.close(promise: nil)
        default: reply("250 ok", context)
        }
    }

    private func logIn(_ credentials: String, _ context: ChannelHandlerContext) {
        isLogin = false
        let parts = (Data(base64Encoded: credentials) ?? Data()).split(separator: 0)
        let login = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ":")
        host.state.withLock { $0.logins.append(login) }
        reply("235 welcome", context)
    }

    private static func address(_ line: String) -> String {
        guard let start = line.firstIndex(of: "<"), let end = line[start...].firstIndex(of: ">") else { return "" }
        return String(line[line.index(after: start)..<end])
    }

    private func reply(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
    }
}
