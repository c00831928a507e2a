import Foundation
import HTTPTypes
import Hummingbird
import Server
import Synchronization

/// Admits the studio's own page alone: any page in a browser can send requests to this machine, and the studio
/// writes files.
///
/// The name of the host must be this machine's with our port, so that a foreign name that leads here is no way in; a
/// request that changes something must come from our own origin; and every request but those for the page needs the
/// cookie that the key is exchanged for.
final class StudioGate: Sendable {
    let key: StudioKey
    /// The port that the server listens on; `nil` before it does.
    private let port = Mutex<Int?>(nil)

    init(_ key: StudioKey) { self.key = key }

    func listens(on port: Int) { self.port.withLock { $0 = port } }

    /// Throws for a request that does not name this machine as its host.
    func checkHost(of request: Request) throws(StudioRefusal) {
        guard let port = port.withLock({ $0 }) else { throw StudioRefusal(.serviceUnavailable, "the server starts") }
        let parts = (request.head.authority ?? "").split(separator: ":", omittingEmptySubsequences: false)
        let host = parts.dropLast().joined(separator: ":")
        guard parts.count >= 2, host.isLoopbackHost, parts.last.map(String.init) == String(port) else {
            throw StudioRefusal(.misdirectedRequest, "open the studio as http://127.0.0.1:\(port)/studio")
        }
    }

    /// Throws for a request of another site.
    func checkOrigin(of request: Request) throws(StudioRefusal) {
        try checkHost(of: request)
        let changes = request.method != .get && request.method != .head
        if let origin = request.headers[.origin] {
            guard origin == "http://\(request.head.authority ?? "")" else {
                throw StudioRefusal(.forbidden, "another site may not use the studio")
            }
        } else if changes {
            throw StudioRefusal(.forbidden, "the request does not say where it comes from")
        }
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] } ?? "same-origin"
        guard site == "same-origin" || site == "none" && !changes else {
            throw StudioRefusal(.forbidden, "another site may not use the studio")
        }
    }

    /// Throws for every request that is not of a page with the key.
    func check(_ request: Request) throws(StudioRefusal) {
        try checkOrigin(of: request)
        let shown = Cookies(headers: request.headers[values: .cookie])[cookieName] ?? ""
        guard StudioKey.isSame(shown, key.cookie) else {
            throw StudioRefusal(.unauthorized, "open the studio by the link that `usher dev` prints")
        }
    }

    /// The header that gives the cookie to a page that knows the key; `nil` for a wrong key.
    ///
    /// - Parameter path: the page and what is below it.
    func cookie(for key: String, at path: String = "/studio") -> String? {
        guard self.key.matches(key) else { return nil }
        return "\(cookieName)=\(self.key.cookie); Path=\(path); Max-Age=31536000; HttpOnly; SameSite=Strict"
    }

    /// Browsers send cookies to all ports of a host; each studio has a name of its own.
    private var cookieName: String { "usher_studio_\(port.withLock { $0 } ?? 0)" }
}
