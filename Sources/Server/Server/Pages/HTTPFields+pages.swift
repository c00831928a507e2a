package import HTTPTypes
package import Hummingbird

extension HTTPFields {
    /// The headers of a page of our own, in the language of the browser. It is fetched again each time.
    ///
    /// - Parameter policy: what it may load and run, and where it may be framed.
    package static func page(policy: String) -> HTTPFields {
        var headers = ownContent
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-cache"
        headers[.vary] = "Accept-Language"
        headers[.contentSecurityPolicy] = policy
        // Pages that open this one, and pages that this one opens, get no reference to each other's window.
        headers[openerPolicy] = "same-origin"
        return headers
    }

    /// The headers of a file that such a page loads, for pages of the same origin. Files of the current version may be
    /// cached for good; a file of another version, from before an update, has to be revalidated.
    ///
    /// - Parameters:
    ///   - kind: its media type.
    ///   - isPublic: whether proxies may cache it, too.
    package static func asset(ofKind kind: String, isCurrent: Bool, isPublic: Bool) -> HTTPFields {
        var headers = ownContent
        headers[.contentType] = kind
        let reach = isPublic ? "public" : "private"
        headers[.cacheControl] = isCurrent ? "\(reach), max-age=31536000, immutable" : "no-cache"
        headers[.crossOriginResourcePolicy] = "same-origin"
        return headers
    }

    /// Browsers do not guess its type, and send other sites no referrer.
    private static let ownContent: HTTPFields = {
        var headers: HTTPFields = [.xContentTypeOptions: "nosniff"]
        headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
        return headers
    }()
    private static let openerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
}

extension Response {
    /// A page of our own.
    package static func page(_ html: String, policy: String) -> Response {
        Response(
            status: .ok, headers: .page(policy: policy), body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
