import HTTPTypes
import Hummingbird

/// Recognises requests that a page of another site has a browser send. The simulator has no authentication, so any page
/// that its user opens could control it otherwise.
struct ForeignRequests: Sendable {
    /// Whether only this machine can reach the simulator. A name of another host is then one that a site has directed
    /// here, so that a browser takes the simulator for that site.
    let expectsLoopback: Bool

    /// Returns why a request is refused, as a sentence; `nil` when it is not foreign.
    func objection(to request: Request) -> String? {
        let authority = (request.head.authority ?? "").lowercased()
        if expectsLoopback, Self.isOfBrowser(request), !Self.isLocal(Self.host(in: authority)) {
            return "the simulator listens on this machine only, and `\(authority)` is not a name of it; use 127.0.0.1"
        }
        if let origin = request.headers[.origin]?.lowercased(), origin != "http://\(authority)",
            origin != "https://\(authority)"
        {
            return "pages of other sites may not use the simulator"
        }
        if Self.value(of: "Sec-Fetch-Site", in: request) == "cross-site", !Self.isNavigation(request) {
            return "pages of other sites may not use the simulator"
        }
        return nil
    }

    /// Browsers say where a request comes from. Programs do not, and may come through a tunnel with a name of its own.
    private static func isOfBrowser(_ request: Request) -> Bool {
        request.headers[.origin] != nil || value(of: "Sec-Fetch-Site", in: request) != nil
            || value(of: "User-Agent", in: request)?.hasPrefix("Mozilla/") == true
    }

    /// Whether a link or a redirect is followed, as on the way to the page of an identity provider.
    private static func isNavigation(_ request: Request) -> Bool {
        request.method == .get && value(of: "Sec-Fetch-Mode", in: request) == "navigate"
    }

    private static func value(of header: String, in request: Request) -> String? {
        HTTPField.Name(header).flatMap { request.headers[$0] }
    }

    /// The host of an authority, without the port, and without the dot at the end of a complete name.
    private static func host(in authority: String) -> Substring {
        let end =
            authority.first == "["
            ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : authority.firstIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        return host.last == "." ? host.dropLast() : host
    }

    /// Whether no site can have the host as its name: addresses of this machine, and names that are not public (RFC
    /// 6761; `.internal` is what containers call the machine that they run on). Clients that send no name are none of a
    /// browser.
    private static func isLocal(_ host: Substring) -> Bool {
        if ["", "localhost", "[::1]"].contains(host) || host.hasSuffix(".localhost") || host.hasSuffix(".internal") {
            return true
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
