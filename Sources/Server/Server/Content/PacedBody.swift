import Foundation
import Hummingbird
import NIOCore

/// The event loop of the connection on which the request came that is being answered.
enum ConnectionLoop {
    /// `nil` outside of requests.
    @TaskLocal static var current: (any EventLoop)?
}

extension ResponseBody {
    /// A body that is read piece by piece, no faster than the connection takes it.
    ///
    /// Whoever writes is only held up once the connection's event loop has found it full. A disk is so much faster that half
    /// a film would lie in memory by then; so each piece waits until the loop has come to the one before.
    ///
    /// - Parameter read: gives all pieces to `take`, one after the other.
    static func pieces(
        length: Int, _ read: @escaping @Sendable (_ take: (Data) async throws -> Void) async throws -> Void
    ) -> ResponseBody {
        let loop = ConnectionLoop.current
        return ResponseBody(contentLength: length) { writer in
            try await read { piece in
                try await writer.write(ByteBuffer(bytes: piece))
                try await loop?.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }
}
