/// A request to another server, with its limits on time, size and destination.
public struct HTTPRequest: Sendable {
    public var method: String
    /// An absolute `http` or `https` URL. A fragment is not sent.
    public var url: String
    /// Whether the URL is one of a few to which most requests go, as settings name them: it is parsed once, and kept in memory.
    public var hasUsualAddress = false
    /// Sent in this order. The client sets the length of the body itself, so `Content-Length` and `Transfer-Encoding`
    /// are rejected here.
    public var headers: [HTTPHeader] = []
    public var body: Body?

    /// The timeout for establishing a connection, TLS included.
    public var connectTimeout: Duration = .seconds(5)
    /// The timeout for the whole exchange: waiting for a free connection, every redirect, the last byte of the
    /// response.
    public var timeout: Duration = .seconds(30)

    /// The addresses that may be connected to; checked against the IP address of the connection, not the name.
    public var destinations: Destinations = .anywhere
    /// Presented to a server that requests one, but not to another origin after a redirect.
    public var clientCertificate: ClientCertificate?
    /// The path of a PEM file with the certificate authorities to trust, instead of the system's.
    public var authorityFile: String?
    /// Whether the response reports when the server's certificate ends; known for connections that this request opens.
    public var reportsCertificate = false
    /// Whether HTTP/2 is offered. It is used over TLS only; `http` URLs always use HTTP/1.1.
    public var http2 = true

    /// The maximum number of redirects to follow; with 0 the redirect itself is the response.
    public var redirects = 0
    /// The maximum size of the response body in bytes; a larger one fails with `HTTPFailure.tooLarge`.
    public var responseLimit = 8 << 20
    /// The path to which the body of a successful response (2xx) is written, instead of keeping it in memory.
    ///
    /// The file appears atomically, replaces an existing one, and is readable only by its owner. The body of any other
    /// response is returned in `HTTPResponse.body`, because it describes the error; at most 1 MiB of it.
    public var saveTo: String?

    /// Receives the body of a successful response (2xx) as it arrives, instead of keeping it in memory; returning
    /// `false` stops the transfer (`HTTPFailure.cancelled`). For endless responses, such as event streams.
    ///
    /// Runs on the thread that drives all transfers, so it must return quickly.
    public var onBody: (@Sendable ([UInt8]) -> Bool)?

    /// Whether the client may retry this request by itself when a kept-alive connection dies before any response.
    ///
    /// With `nil` the method decides: GET, HEAD, PUT, DELETE, OPTIONS and TRACE may be repeated, others not (RFC 9110,
    /// 9.2.2). Set it to `true` for a POST with an identifier by which the server recognises a repetition: otherwise,
    /// each time a server closes a busy connection, some requests end in `HTTPFailure.interrupted`.
    public var repeatable: Bool?
    /// Receives the progress of the transfer, many times a second while bytes move; returning `false` stops it
    /// (`HTTPFailure.cancelled`).
    ///
    /// Runs on the thread that drives all transfers, so it must return quickly.
    public var onProgress: (@Sendable (Progress) -> Bool)?

    public init(_ method: String = "GET", _ url: String) {
        self.method = method
        self.url = url
    }
}

extension HTTPRequest {
    /// The body of a request.
    public enum Body: Sendable, Hashable {
        case bytes([UInt8])
        /// A file that is read while it is sent, never whole in memory.
        case file(path: String)
    }

    /// The PEM files with which this side authenticates itself.
    public struct ClientCertificate: Sendable, Hashable {
        public var certificateFile: String
        public var keyFile: String
        public var keyPassword: String?

        public init(certificateFile: String, keyFile: String, keyPassword: String? = nil) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
            self.keyPassword = keyPassword
        }
    }

    /// The progress of a transfer, in bytes of body. A total is `nil` while it is unknown.
    public struct Progress: Sendable, Hashable {
        public var sent: Int64
        public var sentTotal: Int64?
        public var received: Int64
        public var receivedTotal: Int64?

        public init(sent: Int64, sentTotal: Int64?, received: Int64, receivedTotal: Int64?) {
            self.sent = sent
            self.sentTotal = sentTotal
            self.received = received
            self.receivedTotal = receivedTotal
        }
    }
}
