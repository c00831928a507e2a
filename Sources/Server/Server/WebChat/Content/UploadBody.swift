import ConversationRuntime
import Foundation
import Hummingbird

/// The bytes of an upload as they arrive. A connection that breaks off is the sender's affair, not a failure of the
/// server.
struct UploadBody: AsyncSequence, Sendable {
    let bytes: RequestBody

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var bytes: RequestBody.AsyncIterator

        mutating func next() async throws -> Data? {
            do {
                return try await bytes.next().map { Data($0.readableBytesView) }
            } catch {
                throw ChatRefusal(.malformed, BodyProblem.lost(error).reason)
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes.makeAsyncIterator()) }
}
