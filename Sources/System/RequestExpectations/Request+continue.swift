import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOHTTPTypes
import Synchronization

extension Request {
    /// Responds to a request whose client may wait for `100 Continue` before it sends the body (RFC 9110, section
    /// 10.1.1).
    ///
    /// The client gets it when `respond` reads the body. A response without that is the client's answer at once; the
    /// connection then ends, because the client may leave out the body that it has announced.
    package func continuing(
        on channel: any Channel, _ respond: (Request) async throws -> Response
    ) async rethrows -> Response {
        guard awaitsContinue else { return try await respond(self) }
        let permission = Permission(channel: channel)
        var request = self
        request.body = RequestBody(asyncSequence: AwaitedBody(bytes: body, permission: permission))
        var response = try await respond(request)
        if !permission.isGiven { response.headers[.connection] = "close" }
        return response
    }

    private var awaitsContinue: Bool {
        guard headers[.expect]?.lowercased() == "100-continue" else { return false }
        return headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
    }
}

/// What a client waits for before it sends a body.
private final class Permission: Sendable {
    private let channel: any Channel
    private let given = Mutex(false)

    var isGiven: Bool { given.withLock { $0 } }

    init(channel: any Channel) { self.channel = channel }

    func give() async throws {
        let isFirst = given.withLock { given in
            defer { given = true }
            return !given
        }
        guard isFirst else { return }
        try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
    }
}

/// A body that is sent once its first piece is asked for.
private struct AwaitedBody: AsyncSequence, Sendable {
    let bytes: RequestBody
    let permission: Permission

    struct AsyncIterator: AsyncIteratorProtocol {
        var bytes: RequestBody.AsyncIterator
        let permission: Permission

        mutating func next() async throws -> ByteBuffer? {
            try await permission.give()
            return try await bytes.next()
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(bytes: bytes.makeAsyncIterator(), permission: permission)
    }
}
