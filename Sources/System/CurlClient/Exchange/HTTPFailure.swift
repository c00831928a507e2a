/// Why there is no response, in terms of what the caller can do about it.
///
/// A response with an error status, such as 500, is not a failure.
public enum HTTPFailure: Error, Sendable, Hashable {
    /// The server never got the request: the name does not resolve, the connection is refused, TLS fails. Sending again
    /// is safe.
    case unreachable(String)
    /// The connection was lost, or the response was not valid HTTP, after sending had begun.
    case interrupted(String)
    /// A timeout; `mayHaveArrived` is true when sending had begun.
    case timedOut(mayHaveArrived: Bool)
    /// One side does not accept the other's certificate, or a certificate file is unusable. An operator must fix it.
    case untrusted(String)
    /// The address is not among the request's `destinations`. Nothing was sent.
    case refusedAddress(String)
    /// There were too many redirects, or one led to where this request may not go.
    case badRedirect(String)
    /// The body or head of the response exceeds the accepted size.
    case tooLarge(limit: Int)
    /// The response arrived but could not be written to `HTTPRequest.saveTo`.
    case notSaved(String)
    /// The request cannot be sent as it is. Nothing was sent.
    case badRequest(String)
    /// The calling task was cancelled, or `HTTPRequest.onProgress` or `onBody` returned `false`.
    case cancelled
    /// The client was shut down before this request. Nothing was sent.
    case stopped

    /// Whether the server may have received the request and acted on it.
    ///
    /// `false` is guaranteed: nothing of this request was sent. `true` means that it cannot be known.
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
        case .interrupted(let reason): "the connection was interrupted: \(reason)"
        case .timedOut(mayHaveArrived: false): "timeout before the request was sent"
        case .timedOut(mayHaveArrived: true): "timeout before the response was complete"
        case .untrusted(let reason): "the certificate was not accepted: \(reason)"
        case .refusedAddress(let address): "requests to \(address) are not allowed"
        case .badRedirect(let reason): "the redirect was not followed: \(reason)"
        case .tooLarge(let limit): "the response has more than \(limit) bytes"
        case .notSaved(let reason): "the response could not be saved: \(reason)"
        case .badRequest(let reason): "the request cannot be sent: \(reason)"
        case .cancelled: "the request was cancelled"
        case .stopped: "the client has been shut down"
        }
    }
}
