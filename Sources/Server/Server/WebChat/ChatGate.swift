import ConversationRuntime
import Foundation
import HTTPTypes
import Hummingbird
import WebChat

/// Authenticates the caller, and keeps other sites out.
///
/// A browser sends our cookie with every request that a page triggers, so the cookie counts only for requests of our
/// own pages. Pages of allowed origins must send a token instead, which they have to know.
struct ChatGate: Sendable {
    let chats: WebChats
    /// The URL of our own pages.
    let publicURL: String
    let allowedOrigins: Set<String>

    /// Whether the public URL uses `https`, so that cookies can be restricted to it.
    private var isSecure: Bool { publicURL.hasPrefix("https:") }

    /// With `__Host-` no other host of our domain can set it (RFC 6265bis, section 4.1.3); this requires the path `/`.
    private var cookieName: String { isSecure ? "__Host-usher_chat" : "usher_chat" }

    /// Returns the caller; throws a refusal for one that exceeds the rate limit.
    func caller(of request: Request) async throws -> ChatCaller {
        guard let token = try token(of: request) else {
            throw ChatRefusal(.unknown, "there is no session; start one with POST /chat/api/session")
        }
        return try await chats.admit(token)
    }

    /// Returns the session token of the request; `nil` when it has none that counts.
    func token(of request: Request) throws(ChatRefusal) -> String? {
        try checkOrigin(of: request)
        let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        if words.count == 2, words[0].lowercased() == "bearer" { return String(words[1]) }
        return isOfOurPage(request) ? cookie(of: request) : nil
    }

    // Origins.

    /// Throws a refusal for requests from pages of other sites.
    func checkOrigin(of request: Request) throws(ChatRefusal) {
        guard let origin = request.headers[.origin], !isOurs(origin, request), !allowedOrigins.contains(origin) else {
            return
        }
        throw ChatRefusal(.forbidden, Self.foreignSite)
    }

    static let foreignSite = "`web_chat.allowed_origins` does not list this site"

    /// Returns the headers that let a page of another site read a response; none for origins that are not allowed.
    func sharing(with request: Request) -> HTTPFields {
        guard let origin = request.headers[.origin], allowedOrigins.contains(origin) else { return [:] }
        return [
            .accessControlAllowOrigin: origin, .vary: "Origin",
            .accessControlAllowMethods: "GET, POST, PUT, DELETE",
            .accessControlAllowHeaders: "Authorization, Content-Type, Content-Range, Last-Event-ID",
            .accessControlExposeHeaders: "Range, Retry-After", .accessControlMaxAge: "600",
        ]
    }

    private func isOfOurPage(_ request: Request) -> Bool {
        if let origin = request.headers[.origin] { return isOurs(origin, request) }
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        let changesNothing = request.method == .get || request.method == .head
        return site == "same-origin" || changesNothing && (site == nil || site == "none")
    }

    /// Whether an origin is that of our own pages. On this machine, any of its names counts.
    private func isOurs(_ origin: String, _ request: Request) -> Bool {
        if origin == publicURL.origin { return true }
        guard let url = URL(string: origin), let host = url.host(), host.isLoopbackHost, url.scheme == "http" else {
            return false
        }
        return request.head.authority == url.port.map { "\(host):\($0)" } ?? host
    }

    // The cookie.

    func setCookie(_ token: String, seconds: Int) -> String {
        "\(cookieName)=\(token); Path=\(isSecure ? "/" : "/chat"); Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (isSecure ? "; Secure" : "")
    }

    private func cookie(of request: Request) -> String? {
        Cookies(headers: request.headers[values: .cookie])[cookieName]
    }
}

extension String {
    /// Scheme, host and port of an address.
    fileprivate var origin: String {
        let parts = split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/").lowercased()
    }
}
