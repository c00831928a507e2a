package import Hummingbird
package import JSON

/// Why the body of a request cannot be used.
package enum BodyProblem: Error {
    /// It is larger than this number of bytes.
    case tooLarge(Int)
    /// It is not a JSON object.
    case malformed
    /// It has not arrived in full.
    case lost(any Error)

    /// The status of the refusal.
    var status: HTTPResponse.Status {
        switch self {
        case .tooLarge: .contentTooLarge
        case .malformed, .lost: .badRequest
        }
    }

    /// What the refusal says.
    var reason: String {
        switch self {
        case .tooLarge(let most): "the body is larger than \(most) bytes"
        case .malformed: "the body is not a JSON object"
        case .lost: "the body is incomplete"
        }
    }
}

extension Request {
    /// Reads the body. One that announces a larger size is refused before it is read.
    ///
    /// - Parameter limit: the largest body that is read, in bytes.
    package func bytes(upTo limit: Int) async throws(BodyProblem) -> [UInt8] {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw .tooLarge(limit) }
        do {
            return Array(try await body.collect(upTo: limit).readableBytesView)
        } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
            throw .tooLarge(limit)
        } catch {
            throw .lost(error)
        }
    }

    /// Reads the body as a JSON object; `nil` when there is no body.
    ///
    /// - Parameter limit: the largest body that is read, in bytes.
    package func jsonObject(upTo limit: Int) async throws(BodyProblem) -> JSONObject? {
        let bytes = try await bytes(upTo: limit)
        if bytes.isEmpty { return nil }
        guard let object = (try? JSONValue(parsing: bytes))?.object else { throw .malformed }
        return object
    }

    /// Reads the body of an operator's request as a JSON object; `nil` when it is none, for routes that say what it must be.
    ///
    /// - Parameter limit: the largest body that is read, in bytes.
    /// - Throws: `HTTPError`, which the gate of operators answers, for a larger one, and for one that breaks off.
    func operatorBody(upTo limit: Int) async throws -> JSONObject? {
        do throws(BodyProblem) {
            return try await jsonObject(upTo: limit)
        } catch {
            if case .malformed = error { return nil }
            throw HTTPError(error.status, message: error.reason)
        }
    }
}
