/// What to ask of another server, and how long, how much and how far the client may go to get the answer.
public struct HTTPRequest: Sendable {
    public var method: String
    /// An absolute address, `http` or `https`. A fragment is not sent.
    public var url: String
    /// Sent in this order. The client itself says how long the body is, so `Content-Length` and `Transfer-Encoding`
    /// are refused here.
    public var headers: [HTTPHeader] = []
    public var body: Body?

    /// How long a connection may take to stand, TLS included.
    public var connectTimeout: Duration = .seconds(5)
    /// How long everything may take: waiting for a free connection, every redirect, the last byte of the answer.
    public var timeout: Duration = .seconds(30)

    /// Which addresses may be spoken to; checked on the address that is connected to, not on the name.
    public var destinations: Destinations = .anywhere
    /// Shown to a server that asks for one. Not shown to another origin after a redirect.
    public var clientCertificate: ClientCertificate?
    /// Path of a PEM file with the authorities to trust, in place of the system's.
    public var authorityFile: String?
    /// Whether HTTP/2 is offered. It is spoken over TLS only; `http` addresses are always asked in HTTP/1.1.
    public var http2 = true

    /// How many redirects may be followed; with 0 the redirect itself is the answer.
    public var redirects = 0
    /// The most bytes of body that are accepted; more fails with `HTTPFailure.tooLarge`.
    public var responseLimit = 8 << 20
    /// A path for the body of a successful answer (2xx), which then does not go through memory.
    ///
    /// The file appears there whole or not at all, replaces what was there, and only its owner can read it.
    /// The body of any other answer comes in `HTTPResponse.body`, as it tells what went wrong; 1 MiB of it at most.
    public var saveTo: String?

    /// Takes the body of a successful answer (2xx) as it comes, which then does not go through memory; `false` stops the
    /// transfer (`HTTPFailure.cancelled`). For answers that have no end, such as streams of events.
    ///
    /// Runs on the thread that moves everyone's bytes, so it must return quickly.
    public var onBody: (@Sendable ([UInt8]) -> Bool)?

    /// Whether the client may send this request again by itself when a kept connection dies before any answer.
    ///
    /// `nil` leaves it to the method: GET, HEAD, PUT, DELETE, OPTIONS and TRACE may be repeated, others not (RFC 9110,
    /// 9.2.2). Set it to `true` for a POST that carries an identifier by which the other side recognises a repetition:
    /// otherwise each time a server retires a busy connection some end in `HTTPFailure.interrupted`.
    public var repeatable: Bool?
    /// Told how far the transfer is, many times a second while bytes move; `false` stops it (`HTTPFailure.cancelled`).
    ///
    /// Runs on the thread that moves everyone's bytes, so it must return quickly.
    public var onProgress: (@Sendable (Progress) -> Bool)?

    public init(_ method: String = "GET", _ url: String) {
        self.method = method
        self.url = url
    }
}

extension HTTPRequest {
    /// What is sent after the head.
    public enum Body: Sendable, Hashable {
        case bytes([UInt8])
        /// A file that is read while it is sent, never whole in memory.
        case file(path: String)
    }

    /// PEM files by which this side shows who it is.
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

    /// How far a transfer is, in bytes of body. A total is `nil` while it is not known.
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
