import CCurl

/// How a hop becomes options of libcurl.
extension EasyHandle {
    func prepare(_ hop: Hop, timeLeft: Duration) throws(HTTPFailure) {
        reset()
        try captureErrors()
        try setAddress(hop.address, offersHTTP2: hop.request.http2)
        try setLimits(of: hop.request, timeLeft: timeLeft)
        try setTrust(of: hop.request)
        try setMethod(of: hop.request)
        try setHeaders(hop.request.headerLines)
    }

    private func setAddress(_ address: WebAddress, offersHTTP2: Bool) throws(HTTPFailure) {
        try set(CURLOPT_URL, address.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // A proxy would connect in our place, out of sight of the guard on addresses.
        try set(CURLOPT_PROXY, "")
        // Without TLS there is no asking whether the server speaks HTTP/2; waiting to share a connection would be vain.
        let version = address.isEncrypted && offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        try set(CURLOPT_HTTP_VERSION, version)
        if version == CURL_HTTP_VERSION_2TLS { try set(CURLOPT_PIPEWAIT, 1) }
    }

    private func setLimits(of request: HTTPRequest, timeLeft: Duration) throws(HTTPFailure) {
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.milliseconds)
        try set(CURLOPT_TIMEOUT_MS, timeLeft.milliseconds)
        // The head of an answer to HEAD tells the size of a body that does not come.
        if request.method != "HEAD" { try set(CURLOPT_MAXFILESIZE_LARGE, size: Int64(request.responseLimit)) }
        // A transfer that ends while a name is being resolved does not wait for the resolver, which would hold up all
        // others; the resolver's thread cleans up after itself.
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
        case let method where request.body != nil || ["POST", "PUT", "PATCH"].contains(method):
            try set(CURLOPT_POST, 1)
            if method != "POST" { try set(CURLOPT_CUSTOMREQUEST, method) }
        case let method:
            if method != "GET" { try set(CURLOPT_CUSTOMREQUEST, method) }
        }
    }
}

/// How a body becomes options of libcurl.
extension EasyHandle {
    /// Up to 64 KiB leave in one piece with the head (libcurl's limit for that), and libcurl keeps a copy.
    static let smallBody = 64 << 10

    func setBody(copying bytes: [UInt8]) throws(HTTPFailure) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, size: Int64(bytes.count))
        try accept(
            bytes.withUnsafeBytes { ccurl_set_pointer(raw, CURLOPT_COPYPOSTFIELDS, .init(mutating: $0.baseAddress)) })
    }

    /// The bytes are asked for while they are sent.
    func setBody(ofSize size: Int64) throws(HTTPFailure) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, size: size)
    }
}

extension HTTPRequest {
    /// The headers as libcurl takes them: `Name: value`, `Name;` for an empty one, `Name:` for one it is not to add.
    fileprivate var headerLines: [String] {
        var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // No pause to ask whether a body is welcome.
        lines.append("Expect:")
        // A body whose type nobody named is not a form.
        if headers.first(named: "Content-Type") == nil { lines.append("Content-Type:") }
        return lines
    }
}

extension Duration {
    /// At least 1, as libcurl takes 0 for "no limit", and at most what it can hold.
    fileprivate var milliseconds: Int {
        let seconds = min(components.seconds, Int64(Int32.max) / 1_000 - 1)
        return max(1, Int(seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000))
    }
}
