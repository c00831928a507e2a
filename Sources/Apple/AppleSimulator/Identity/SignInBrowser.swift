import CurlClient
import Foundation

/// Performs a sign-in as the browser of a device does: stores cookies, follows redirects, fills in the form that asks
/// for a password, and stops at a redirect to `messages-auth:`.
struct SignInBrowser {
    private let client: CurlClient
    private let credentials: Credentials
    private var cookies = CookieJar()

    /// The credentials that the customer types.
    struct Credentials: Sendable {
        var user: String
        var password: String
        /// Whether they press Cancel instead.
        var cancels = false
    }

    /// Where the sign-in ended.
    enum End: Sendable, Equatable {
        /// At `messages-auth://?status=…&error_code=…`.
        case left(status: String, errorCode: String?)
        /// On a page without a redirect.
        case page(status: Int, text: String)
    }

    private static let mostSteps = 20
    private static let largestPage = 1 << 20

    init(client: CurlClient, credentials: Credentials) {
        self.client = client
        self.credentials = credentials
    }

    /// - Throws: `HTTPFailure` when a page cannot be fetched, `SimulatorRefusal` when the sign-in takes too many steps,
    ///   as in a redirect loop.
    mutating func walk(from address: String) async throws -> End {
        guard var place = URL(string: address) else { throw SimulatorRefusal.invalid("`\(address)` is not an address") }
        var form: String?
        var hasTyped = false
        for _ in 0..<Self.mostSteps {
            if place.scheme == "messages-auth" { return Self.end(place) }
            let response = try await load(place, form: form)
            form = nil
            if (300..<400).contains(response.status), let next = response.header("Location"),
                let address = URL(string: next, relativeTo: place)?.absoluteURL
            {
                place = address
                continue
            }
            let text = String(decoding: response.body, as: UTF8.self)
            guard !hasTyped, let found = HTMLForm(text), found.asksForPassword else {
                return .page(status: response.status, text: text)
            }
            hasTyped = true
            form = found.filled(with: credentials)
            place = found.action.flatMap { URL(string: $0, relativeTo: place)?.absoluteURL } ?? place
        }
        throw SimulatorRefusal.conflict("the sign-in took more than \(Self.mostSteps) pages")
    }

    private mutating func load(_ place: URL, form: String?) async throws -> HTTPResponse {
        var request = HTTPRequest(form == nil ? "GET" : "POST", place.absoluteString)
        request.headers = [HTTPHeader(name: "Accept", value: "text/html")]
        if let cookie = cookies.header(for: place) { request.headers.append(HTTPHeader(name: "Cookie", value: cookie)) }
        if let form {
            request.headers.append(HTTPHeader(name: "Content-Type", value: "application/x-www-form-urlencoded"))
            request.body = .bytes(Array(form.utf8))
        }
        request.responseLimit = Self.largestPage
        let response = try await client.send(request)
        cookies.take(response.headers, from: place)
        return response
    }

    private static func end(_ place: URL) -> End {
        let form = WebForm(place.query(percentEncoded: true) ?? "")
        return .left(status: form["status"] ?? "unknown", errorCode: form["error_code"])
    }
}

/// The cookies of one sign-in, each returned to the host that set it (RFC 6265, as far as a sign-in needs it).
private struct CookieJar {
    private var values: [String: [(name: String, value: String, path: String)]] = [:]

    mutating func take(_ headers: [HTTPHeader], from place: URL) {
        for header in headers where header.name.lowercased() == "set-cookie" {
            let parts = header.value.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let pair = (parts.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let path = parts.first { $0.lowercased().hasPrefix("path=") }.map { String($0.dropFirst(5)) } ?? "/"
            let key = Self.key(place)
            values[key, default: []].removeAll { $0.name == pair[0] && $0.path == path }
            if !parts.contains("Max-Age=0") {
                values[key, default: []].append((String(pair[0]), String(pair[1]), path))
            }
        }
    }

    func header(for place: URL) -> String? {
        let fitting = (values[Self.key(place)] ?? []).filter { place.path().hasPrefix($0.path) }
        return fitting.isEmpty ? nil : fitting.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    private static func key(_ place: URL) -> String { place.host() ?? "" }
}
