import CCurl

/// A request in progress, through redirects to its response. It is used on the loop's thread only.
final class Transfer {
    let call: Call
    let easy: EasyHandle
    let answer: PendingCall.Answer
    private(set) var hop: Hop

    var source: BodySource?
    var head = ResponseHead()
    var body: ResponseBody

    /// The error found by a callback; libcurl itself only knows that the callback stopped it.
    var failure: HTTPFailure?
    var attempts = Attempts()
    private var openedConnections = 0

    /// How far this hop has got towards the server.
    struct Attempts {
        var hasBegunSending = false
        var hasAdmittedAddress = false
        var refusedAddress: String?

        /// Set when every address of the host was refused, not just some of them.
        var refusal: HTTPFailure? {
            hasAdmittedAddress ? nil : refusedAddress.map(HTTPFailure.refusedAddress)
        }
    }

    /// Throws when the request's files cannot be used.
    init(of pending: PendingCall, on easy: EasyHandle) throws(HTTPFailure) {
        call = pending.call
        answer = pending.answer
        self.easy = easy
        hop = call.firstHop
        body = try ResponseBody(of: hop.request)
        try prepare()
    }

    /// The transfer of a handle. The loop's dictionary retains it while libcurl knows the handle.
    static func running(on handle: UnsafeMutableRawPointer) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard ccurl_get_pointer(handle, CURLINFO_PRIVATE, &context) == CURLE_OK else { return nil }
        return context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the response, or `nil` when it was a redirect and the handle is ready to follow it.
    func conclude(with code: CURLcode) throws(HTTPFailure) -> HTTPResponse? {
        openedConnections += easy.number(CURLINFO_NUM_CONNECTS)
        do throws(HTTPFailure) {
            if code != CURLE_OK { throw failure(for: code) }
            if let next = try hop.following(head) {
                try go(to: next)
                return nil
            }
            try body.finish(status: head.status)
            return response()
        } catch {
            throw hop.number == 0 ? error : error.afterRedirect
        }
    }

    /// Removes unfinished files before the caller is notified of the end.
    func discardFiles() {
        source = nil
        body.discardFile()
    }

    private func go(to next: Hop) throws(HTTPFailure) {
        hop = next
        head = ResponseHead()
        attempts = Attempts()
        body.startAgain()
        try prepare()
    }

    private func prepare() throws(HTTPFailure) {
        try easy.prepare(hop)
        try prepareBody()
        try easy.report(to: self)
    }

    private func prepareBody() throws(HTTPFailure) {
        source = nil
        switch hop.request.body {
        case nil:
            if hop.request.announcesBody { try easy.setBody(copying: []) }
        case .bytes(let bytes) where bytes.count <= EasyHandle.smallBody:
            try easy.setBody(copying: bytes)
        case let body?:
            let source = try BodySource(body)
            try easy.setBody(ofSize: source.count)
            self.source = consume source
        }
    }

    private func response() -> HTTPResponse {
        HTTPResponse(
            status: head.status, httpVersion: HTTPVersion(easy.number(CURLINFO_HTTP_VERSION)), headers: head.headers,
            body: body.bytes, duration: ContinuousClock.now - call.started, openedConnections: openedConnections,
            certificateEnd: hop.request.reportsCertificate ? easy.certificateEnd : nil)
    }
}

extension HTTPVersion {
    fileprivate init(_ number: Int) {
        switch number {
        case Int(CURL_HTTP_VERSION_1_0): self = .http10
        case Int(CURL_HTTP_VERSION_2_0): self = .http2
        default: self = .http11
        }
    }
}
