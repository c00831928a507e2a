/// One request of an exchange: the original one, or one that a redirect led to.
struct Hop: Sendable {
    var request: HTTPRequest
    var address: WebAddress
    /// The number of redirects followed so far.
    var number = 0

    init(_ request: HTTPRequest) throws(HTTPFailure) {
        try request.check()
        address = try WebAddress(request.url, isUsual: request.hasUsualAddress)
        self.request = request
    }

    /// The request to which `head` redirects; `nil` when it is the final response.
    ///
    /// Throws `badRedirect` when this request may not follow the redirect. IP addresses are checked later, once they
    /// are resolved.
    func following(_ head: ResponseHead) throws(HTTPFailure) -> Hop? {
        guard request.redirects > 0, [301, 302, 303, 307, 308].contains(head.status),
            let location = head.headers.first(named: "Location")
        else { return nil }
        guard number < request.redirects else {
            throw .badRedirect("more than \(request.redirects) redirects")
        }
        var next = try moved(to: location)
        if !keepsMethod(head.status) { next.request.becomeGet() }
        return next
    }

    /// HTTP/2 is negotiated over TLS only (RFC 9113, 3.2).
    var offersHTTP2: Bool {
        request.http2 && address.origin.isEncrypted
    }

    private func moved(to location: String) throws(HTTPFailure) -> Hop {
        var next = self
        do throws(HTTPFailure) {
            next.address = try address.following(location)
        } catch {
            throw error.afterRedirect
        }
        guard next.address.origin.isEncrypted || !address.origin.isEncrypted else {
            throw .badRedirect("it redirects from https to http")
        }
        if next.address.origin != address.origin { next.request.keepOnlyWhatAnyoneMaySee() }
        next.number += 1
        return next
    }

    /// RFC 9110, 15.4: 303 requires a GET; for 301 and 302, every client turns a POST into a GET.
    private func keepsMethod(_ status: Int) -> Bool {
        switch status {
        case 303: ["GET", "HEAD"].contains(request.method)
        case 301, 302: request.method != "POST"
        default: true
        }
    }
}

extension HTTPRequest {
    fileprivate mutating func becomeGet() {
        method = "GET"
        body = nil
        headers.removeAll { header in ["Content-Type", "Content-Encoding"].contains { header.isNamed($0) } }
    }

    /// Secrets may be in headers of any name, so only headers known to contain none are sent to another origin.
    fileprivate mutating func keepOnlyWhatAnyoneMaySee() {
        let harmless = [
            "Accept", "Accept-Encoding", "Accept-Language", "Content-Encoding", "Content-Type", "User-Agent",
        ]
        headers.removeAll { header in !harmless.contains { header.isNamed($0) } }
        clientCertificate = nil
    }
}
