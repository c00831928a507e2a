import Foundation
import HTTPTypes
package import Hummingbird

/// Distinguishes requests of the server's own pages from those of other sites, which carry cookies, too.
package struct OwnOrigin: Sendable {
    /// Such as `https://bot.example.com`; `nil` where the server is reached under any name by plain HTTP.
    private let expected: String?

    /// - Parameter publicURL: the address under which browsers reach the server.
    package init(publicURL: String?) {
        expected = publicURL.flatMap { URLComponents(string: $0) }.map { url in
            let scheme = url.scheme ?? "https"
            let port = url.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
            return "\(scheme)://\(url.percentEncodedHost ?? "")\(port)".lowercased()
        }
    }

    /// Whether browsers reach the server by `https`.
    package var isSecure: Bool { expected?.hasPrefix("https:") ?? false }

    /// Returns why a request is refused, as a sentence; `nil` when it comes from a page of this server.
    ///
    /// A request that changes something must say so with its origin, and its body is JSON, which a form of another site
    /// cannot send.
    package func objection(to request: Request) -> String? {
        let changes = request.method != .get && request.method != .head
        let own = expected ?? "http://\(request.head.authority ?? "")"
        if let origin = request.headers[.origin] {
            guard origin.lowercased() == own else { return "another site may not use this; open the page at \(own)" }
        } else if changes {
            return "the request does not say where it comes from"
        }
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] } ?? "same-origin"
        guard site == "same-origin" || site == "none" && !changes else {
            return "another site may not use this; open the page at \(own)"
        }
        return changes && !request.saysJSON ? "the body must be JSON, with `Content-Type: application/json`" : nil
    }
}

extension Request {
    /// Whether its body is said to be JSON, which a form of another site cannot say.
    package var saysJSON: Bool {
        let kind = headers[.contentType]?.lowercased() ?? ""
        return kind.prefix { $0 != ";" && $0 != " " } == "application/json"
    }
}
