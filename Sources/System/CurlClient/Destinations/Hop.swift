/// One request on the way to an answer: the one that was asked for, or one that a redirect led to.
struct Hop: Sendable {
    var request: HTTPRequest
    var address: WebAddress
    /// How many redirects led here.
    var number = 0

    init(_ request: HTTPRequest) throws(HTTPFailure) {
        try request.check()
        address = try WebAddress(request.url)
        self.request = request
    }

    /// The request that `head` asks to make instead; `nil` when it is the answer itself.
    ///
    /// Throws `badRedirect` when it leads where this request may not go. Addresses are judged later, once known.
    func following(_ head: ResponseHead) throws(HTTPFailure) -> Hop? {
        guard request.redirects > 0, [301, 302, 303, 307, 308].contains(head.status),
            let location = head.headers.first(named: "Location")
        else { return nil }
        guard number < request.redirects else {
            throw .badRedirect("the answer leads on more than \(request.redirects) times")
        }
        var next = try moved(to: location)
        if !keepsMethod(head.status) { next.request.becomeGet() }
        return next
    }

    /// HTTP/2 is found only by TLS (RFC 9113, 3.2).
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
            throw .badRedirect("it leads from https to http")
        }
        if next.address.origin != address.origin { next.request.keepOnlyWhatAnyoneMaySee() }
        next.number += 1
        return next
    }

    /// RFC 9110, 15.4: 303 asks for a GET; with 301 and 302 every client makes one of a POST.
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

    /// Secrets travel in headers of any name, so to another origin go only those known to hold none.
    fileprivate mutating func keepOnlyWhatAnyoneMaySee() {
        let harmless = [
            "Accept", "Accept-Encoding", "Accept-Language", "Content-Encoding", "Content-Type", "User-Agent",
        ]
        headers.removeAll { header in !harmless.contains { header.isNamed($0) } }
        clientCertificate = nil
    }
}
