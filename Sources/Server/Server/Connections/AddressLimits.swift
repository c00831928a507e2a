import Channels
import Expressions
import HTTPTypes
import Hummingbird
import Logging

/// The rate limit for requests from one address.
///
/// Apple's addresses are few and not known, so requests that Apple makes are not counted: `/message`, and the calls of
/// pay sheets. Neither are the health checks of load balancers, which cost nothing.
struct AddressLimits: Sendable {
    private enum Counted: Hashable {
        case request(String)
        case wrongToken(String, RouteGroup)
    }

    /// Groups of routes whose wrong tokens are counted separately: when one group is blocked, the other stays open.
    private enum RouteGroup: Hashable {
        case metrics, operators, signIn, pages
    }

    private let buckets = RateLimiter<Counted>()
    private let clock: any WallClock
    private let logger: Logger
    /// `nil` means no limit.
    private let requests: Rate?
    /// The first components of paths that are not counted.
    private let free: Set<String>
    /// The first two components of paths that only those who are signed in may use. Of these, requests count that are
    /// answered with an error.
    private let admitted: Set<String>
    /// An operator does not mistype a token or a password more often.
    private static let wrongTokens = Rate(atOnce: 10, aMinute: 10)

    init(
        _ settings: ConnectionSettings, free: Set<String> = [], admitted: Set<String> = [], clock: any WallClock,
        logger: Logger
    ) {
        let most = Double(settings.requestsPerAddress)
        requests = most > 0 ? Rate(atOnce: most, aMinute: most) : nil
        self.free = free
        self.admitted = admitted
        self.clock = clock
        self.logger = logger
    }

    /// Returns the response that refuses a request before it is handled; `nil` when the request is within the limits.
    func refusal(of request: Request, from address: String?) -> Response? {
        guard let address, !isFree(request) else { return nil }
        let group = group(of: request)
        var wait = requests.flatMap { rate in
            group == .pages
                ? buckets.wait(for: .request(address), at: rate, now: clock.now)
                : buckets.take(.request(address), at: rate, now: clock.now)
        }
        if wait == nil, let group {
            wait = buckets.wait(for: .wrongToken(address, group), at: Self.wrongTokens, now: clock.now)
        }
        guard let wait else { return nil }
        var response = Response.refusal(.tooManyRequests, "too many requests come from this address")
        response.headers[.retryAfter] = String(wait)
        return response
    }

    /// Counts a wrong token, and logs each request to the operators' routes. A path may contain the id of a customer,
    /// so the log names only the kind of resource. Requests refused by the rate limit are not logged: anyone can send
    /// them, and they must not flood the log.
    func note(_ response: Response, to request: Request, from address: String?) {
        guard let group = group(of: request), response.status != .tooManyRequests else { return }
        let isRefused = response.status == .unauthorized
        logger.log(
            level: isRefused ? .notice : isOften(response, to: request, in: group) ? .debug : .info,
            isRefused ? "operator request rejected" : "operator request answered",
            metadata: [
                "from": "\(address ?? "nowhere")", "method": "\(request.method)", "kind": "\(Self.kind(of: request))",
                "status": "\(response.status.code)",
            ])
        guard let address else { return }
        if group == .pages {
            // A page that is open when its session ends asks more often than anyone mistypes a password.
            if response.status.code >= 400 {
                _ = requests.map { buckets.take(.request(address), at: $0, now: clock.now) }
            }
            return
        }
        guard isRefused else { return }
        _ = buckets.take(.wrongToken(address, group), at: Self.wrongTokens, now: clock.now)
    }

    /// Whether an answered request is of a kind that pages send again and again, or that anyone can send without a token.
    private func isOften(_ response: Response, to request: Request, in group: RouteGroup) -> Bool {
        switch group {
        case .metrics, .pages: true
        case .operators: false
        // To sign in and to change a password takes one; to sign out does not.
        case .signIn:
            response.status.code >= 300 || request.method != .post && request.method != .put
        }
    }

    /// Returns the kind of resource, such as `handovers`; `other` when the path has no plain word there.
    private static func kind(of request: Request) -> String {
        let parts = request.words
        let word = parts.first == "admin" ? parts.dropFirst(2).first ?? "" : parts.first ?? ""
        return word.utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") || $0 == UInt8(ascii: "-") }
            ? String(word.prefix(30)) : "other"
    }

    /// Returns the group of routes that require an operator token or a session; `nil` for all other routes.
    private func group(of request: Request) -> RouteGroup? {
        let words = request.words
        if words == ["metrics"] { return .metrics }
        if words.first == "admin" { return .operators }
        if words.first == "operators", words.dropFirst().first == "api" || words.last == "callback" { return .signIn }
        return words.count > 1 && admitted.contains(words.prefix(2).joined(separator: "/")) ? .pages : nil
    }

    private func isFree(_ request: Request) -> Bool {
        let words = request.words
        if let first = words.first, free.contains(String(first)) { return true }
        if words == ["message"] || words.first == "health" && request.method == .get { return true }
        return words.first == "apple-pay" && words.last != "fallback"
    }
}

extension Request {
    /// The path components by which the router finds a route; it ignores repeated and trailing slashes.
    var words: [Substring] {
        let path = uri.path
        // A slash under an accent separates nothing.
        guard path.utf8.allSatisfy({ $0 < 0x80 }) else { return path.split(separator: "/") }
        return path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }
}
