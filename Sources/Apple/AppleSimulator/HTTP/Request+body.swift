import HTTPTypes
import Hummingbird
import NIOCore

/// Why the body of a request cannot be used.
enum BodyProblem: Error {
    /// It is larger than this number of bytes.
    case tooLarge(Int)
    /// The connection broke off.
    case incomplete

    var status: HTTPResponse.Status {
        switch self {
        case .tooLarge: .contentTooLarge
        case .incomplete: .badRequest
        }
    }

    var code: String {
        switch self {
        case .tooLarge: "too-large"
        case .incomplete: "broken-off"
        }
    }

    var reason: String {
        switch self {
        case .tooLarge(let most): "the body is larger than \(most) bytes"
        case .incomplete: "the body is incomplete"
        }
    }
}

extension Request {
    /// Reads the body. One that announces a larger size is refused before it is read.
    ///
    /// - Parameter limit: the largest body that is read, in bytes.
    func bytes(upTo limit: Int) async throws(BodyProblem) -> ByteBuffer {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw .tooLarge(limit) }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw .tooLarge(limit)
        } catch {
            throw .incomplete
        }
    }
}

/// The bytes of a file as they arrive.
struct FileBody: AsyncSequence, Sendable {
    let bytes: RequestBody

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var bytes: RequestBody.AsyncIterator

        mutating func next() async throws -> ByteBuffer? {
            do { return try await bytes.next() } catch { throw BodyProblem.incomplete }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes.makeAsyncIterator()) }
}
