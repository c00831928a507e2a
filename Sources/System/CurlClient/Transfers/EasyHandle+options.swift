import CCurl

/// Converting a hop to libcurl options.
extension EasyHandle {
    func prepare(_ hop: Hop) throws(HTTPFailure) {
        reset()
        try captureErrors()
        try setAddress(of: hop)
        try setLimits(of: hop.request)
        try setTrust(of: hop.request)
        try setMethod(of: hop.request)
        try setHeaders(hop.request.headerLines)
    }

    private func setAddress(of hop: Hop) throws(HTTPFailure) {
        try set(CURLOPT_URL, hop.address.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // A proxy would connect in our place, bypassing the address guard.
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_HTTP_VERSION, hop.offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    }

    private func setLimits(of request: HTTPRequest) throws(HTTPFailure) {
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.milliseconds)
        // The head of a response to HEAD contains the size of a body that is not sent.
        if request.method != "HEAD" { try set(CURLOPT_MAXFILESIZE_LARGE, size: Int64(request.responseLimit)) }
        // A transfer that ends during name resolution does not wait for the resolver, which would block all others; the
        // resolver's thread cleans up after itself.
        try set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setTrust(of request: HTTPRequest) throws(HTTPFailure) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let authorities = request.authorityFile {
            try set(CURLOPT_CAINFO, authorities)
            try set(CURLOPT_CAPATH, nil as String?)
        }
        if request.reportsCertificate { try set(CURLOPT_CERTINFO, 1) }
        if let certificate = request.clientCertificate {
            try set(CURLOPT_SSLCERT, certificate.certificateFile)
            try set(CURLOPT_SSLKEY, certificate.keyFile)
            try set(CURLOPT_KEYPASSWD, certificate.keyPassword)
        }
    }

    private func setMethod(of request: HTTPRequest) throws(HTTPFailure) {
        switch request.method {
        case "HEAD":
            try set(CURLOPT_NOBODY, 1)
        case let method where request.announcesBody:
            try set(CURLOPT_POST, 1)
            if method != "POST" { try set(CURLOPT_CUSTOMREQUEST, method) }
        case let method:
            if method != "GET" { try set(CURLOPT_CUSTOMREQUEST, method) }
        }
    }
}

/// Converting a body to libcurl options.
extension EasyHandle {
    /// Up to 64 KiB are sent together with the head (libcurl's limit for that), and libcurl keeps a copy.
    static let smallBody = 64 << 10

    func setBody(copying bytes: [UInt8]) throws(HTTPFailure) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, size: Int64(bytes.count))
        try accept(
            bytes.withUnsafeBytes { ccurl_set_pointer(raw, CURLOPT_COPYPOSTFIELDS, .init(mutating: $0.baseAddress)) })
    }

    /// The bytes are requested while they are sent.
    func setBody(ofSize size: Int64) throws(HTTPFailure) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, size: size)
    }
}

extension HTTPRequest {
    /// Whether the length of the body is sent, even if it is 0: a server may wait for a body with methods that usually
    /// have one (RFC 9110, 8.6).
    var announcesBody: Bool {
        body != nil || ["POST", "PUT", "PATCH"].contains(method)
    }

    /// The headers in libcurl's format: `Name: value`, `Name;` for an empty one, `Name:` for one that libcurl must not
    /// add.
    fileprivate var headerLines: [[UInt8]] {
        var lines = headers.map(\.line)
        // Avoids the pause for `Expect: 100-continue`.
        lines.append(Array("Expect:\0".utf8))
        // Without a specified type, libcurl would declare the body as a form.
        if headers.first(named: "Content-Type") == nil { lines.append(Array("Content-Type:\0".utf8)) }
        return lines
    }
}

extension HTTPHeader {
    /// Put together byte by byte: each message has about ten of them.
    fileprivate var line: [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(name.utf8.count + value.utf8.count + 3)
        line += name.utf8
        line += value.isEmpty ? [UInt8(ascii: ";")] : [UInt8(ascii: ":"), UInt8(ascii: " ")]
        line += value.utf8
        line.append(0)
        return line
    }
}
