import Foundation
import Hummingbird
import NIOCore

/// The event loop of the connection of the request being handled.
enum ConnectionLoop {
    /// `nil` outside of requests.
    @TaskLocal static var current: (any EventLoop)?
}

extension ResponseBody {
    /// Returns a body that is read piece by piece, no faster than the connection sends it.
    ///
    /// The writer is suspended only once the event loop has found the connection full. A disk is so much faster that
    /// half a film would be in memory by then, so each piece waits until the loop has processed the previous one.
    ///
    /// - Parameter read: passes all pieces to `take`, one after the other.
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
