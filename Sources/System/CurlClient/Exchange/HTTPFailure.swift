/// Why there is no answer, in terms of what the caller can do about it.
///
/// A status of the other server, 500 too, is an answer and not a failure.
public enum HTTPFailure: Error, Sendable, Hashable {
    /// The other side never got the request: no such name, nobody listening, no TLS. Sending again is safe.
    case unreachable(String)
    /// The connection was lost, or the answer was no HTTP, after sending had begun.
    case interrupted(String)
    /// Time ran out; `mayHaveArrived` when sending had begun.
    case timedOut(mayHaveArrived: Bool)
    /// One side does not accept the other's certificate, or a certificate file is of no use. Someone has to mend it.
    case untrusted(String)
    /// The address is not among the request's `destinations`. Nothing was sent.
    case refusedAddress(String)
    /// The answer led on too often, or to where this request may not go.
    case badRedirect(String)
    /// The body or the head of the answer has more bytes than accepted.
    case tooLarge(limit: Int)
    /// The answer came but could not be written to `HTTPRequest.saveTo`.
    case notSaved(String)
    /// The request cannot be sent as it stands. Nothing was sent.
    case badRequest(String)
    /// The calling task was cancelled, or `HTTPRequest.onProgress` said so.
    case cancelled
    /// The client was shut down before this request. Nothing was sent.
    case stopped

    /// Whether the other side may have received the request and acted on it.
    ///
    /// `false` is a promise: nothing of this request was sent. `true` means that nobody can know.
    public var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .untrusted, .refusedAddress, .badRequest, .stopped: false
        case .interrupted, .badRedirect, .tooLarge, .notSaved, .cancelled: true
        case .timedOut(let mayHaveArrived): mayHaveArrived
        }
    }
}

extension HTTPFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let reason): "the server could not be reached: \(reason)"
        case .interrupted(let reason): "the exchange broke off: \(reason)"
        case .timedOut(mayHaveArrived: false): "time ran out before the request was sent"
        case .timedOut(mayHaveArrived: true): "time ran out before the answer was complete"
        case .untrusted(let reason): "the certificate was not accepted: \(reason)"
        case .refusedAddress(let address): "requests may not go to \(address)"
        case .badRedirect(let reason): "the redirect was not followed: \(reason)"
        case .tooLarge(let limit): "the answer has more than \(limit) bytes"
        case .notSaved(let reason): "the answer could not be saved: \(reason)"
        case .badRequest(let reason): "the request cannot be sent: \(reason)"
        case .cancelled: "the request was cancelled"
        case .stopped: "the client has been shut down"
        }
    }
}
