import CCurl
import Synchronization

/// A URL parsed by libcurl itself, so that the address checked here is the one that will be connected to.
struct WebAddress: Sendable, Hashable {
    let url: String
    let origin: Origin

    /// Parses an absolute `http` or `https` URL.
    ///
    /// - Parameter isUsual: whether the parsed address is kept for the next request; see `HTTPRequest.hasUsualAddress`.
    init(_ url: String, isUsual: Bool = false) throws(HTTPFailure) {
        // Beyond ASCII, texts of other bytes are equal.
        guard isUsual, url.utf8.allSatisfy({ $0 < 0x80 }) else {
            try self.init(url, following: nil)
            return
        }
        if let known = Self.known.withLock({ $0[url] }) {
            self = known
            return
        }
        try self.init(url, following: nil)
        let address = self
        Self.known.withLock { known in
            if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
            known[url] = address
        }
    }

    private static let known = Mutex<[String: WebAddress]>([:])
    private static let mostKnown = 64

    /// The address to which `reference`, the value of a `Location` header, leads from here (RFC 3986, 5).
    func following(_ reference: String) throws(HTTPFailure) -> WebAddress {
        try WebAddress(reference, following: url)
    }

    private init(_ text: String, following base: String?) throws(HTTPFailure) {
        guard let parser = curl_url() else { throw .badRequest("out of memory while parsing the URL") }
        defer { curl_url_cleanup(parser) }

        if let base { try Self.read(base, into: parser, leniently: false) }
        try Self.read(text, into: parser, leniently: base != nil)

        let scheme = Self.part(CURLUPART_SCHEME, of: parser)
        guard scheme == "http" || scheme == "https" else {
            throw .badRequest("its URL is neither http nor https")
        }
        url = Self.part(CURLUPART_URL, of: parser)
        let port = Self.part(CURLUPART_PORT, of: parser, flags: CURLU_DEFAULT_PORT)
        let place = HostPort(host: Self.part(CURLUPART_HOST, of: parser), port: Int(port))
        origin = Origin(isEncrypted: scheme == "https", place: place)
    }

    /// Servers write spaces and non-ASCII letters into `Location`; with `leniently`, they are percent-encoded.
    private static func read(_ text: String, into parser: OpaquePointer, leniently: Bool) throws(HTTPFailure) {
        guard !text.utf8.contains(0) else { throw .badRequest("its URL contains a zero byte") }
        let code = curl_url_set(parser, CURLUPART_URL, text, leniently ? UInt32(CURLU_URLENCODE) : 0)
        guard code == CURLUE_OK else {
            throw .badRequest("its URL cannot be read: \(String(cString: curl_url_strerror(code)))")
        }
    }

    /// The part as text; empty when the URL does not have it.
    private static func part(_ part: CURLUPart, of parser: OpaquePointer, flags: Int32 = 0) -> String {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return "" }
        defer { curl_free(text) }
        return String(cString: text)
    }
}

/// The properties that two requests must have in common to share a connection and secrets (RFC 6454).
struct Origin: Sendable, Hashable {
    let isEncrypted: Bool
    let place: HostPort
}
