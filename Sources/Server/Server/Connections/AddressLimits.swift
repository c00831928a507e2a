import Channels
import Expressions
import HTTPTypes
import Hummingbird
import Logging

/// How often one address may ask, whoever asks from there.
///
/// Apple's addresses are few and not known, so nothing that Apple calls is counted: `/message`, and what a pay sheet calls.
/// Neither are load balancers that look whether we are well, which costs nothing.
struct AddressLimits: Sendable {
    private enum Counted: Hashable {
        case request(String)
        case wrongToken(String, RouteGroup)
    }

    /// Routes whose wrong tokens are counted together: what refuses one group leaves the others open.
    private enum RouteGroup: Hashable {
        case metrics, operators
    }

    private let buckets = Buckets<Counted>()
    private let clock: any WallClock
    private let logger: Logger
    /// `nil` is no limit.
    private let requests: Rate?
    /// Nobody mistypes a token of operators more often.
    private static let wrongTokens = Rate(atOnce: 10, aMinute: 10)

    init(_ settings: ConnectionSettings, clock: any WallClock, logger: Logger) {
        let most = Double(settings.requestsPerAddress)
        requests = most > 0 ? Rate(atOnce: most, aMinute: most) : nil
        self.clock = clock
        self.logger = logger
    }

    /// Why a request is refused before anybody looks at it; `nil` when it is not.
    func refusal(of request: Request, from address: String?) -> Response? {
        guard let address, !Self.isFree(request) else { return nil }
        var wait = requests.flatMap { buckets.take(.request(address), at: $0, now: clock.now) }
        if wait == nil, let group = Self.group(of: request) {
            wait = buckets.wait(for: .wrongToken(address, group), at: Self.wrongTokens, now: clock.now)
        }
        guard let wait else { return nil }
        var response = Response.refusal(.tooManyRequests, "too many requests come from this address")
        response.headers[.retryAfter] = String(wait)
        return response
    }

    /// Counts a token that was wrong, and notes who has asked for what operators may. Addresses under which customers are
    /// looked after may hold their ids, so only what kind of thing was asked for is told. At what came too often nobody has looked:
    /// it may be anybody's, and the log must not be flooded.
    func note(_ response: Response, to request: Request, from address: String?) {
        guard let group = Self.group(of: request), response.status != .tooManyRequests else { return }
        let isRefused = response.status == .unauthorized
        let isPeriodic = group == .metrics && !isRefused
        logger.log(
            level: isRefused ? .notice : isPeriodic ? .debug : .info,
            isRefused ? "somebody without the token of operators was refused" : "an operator's request was answered",
            metadata: [
                "from": "\(address ?? "nowhere")", "method": "\(request.method)", "kind": "\(Self.kind(of: request))",
                "status": "\(response.status.code)",
            ])
        guard let address, isRefused else { return }
        _ = buckets.take(.wrongToken(address, group), at: Self.wrongTokens, now: clock.now)
    }

    /// Such as `handovers`, as far as it is a word.
    private static func kind(of request: Request) -> String {
        let parts = words(of: request)
        let word = parts.first == "admin" ? parts.dropFirst(2).first ?? "" : parts.first ?? ""
        return word.utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") || $0 == UInt8(ascii: "-") }
            ? String(word.prefix(30)) : "other"
    }

    /// The group of routes that want a token of operators; `nil` for all others.
    private static func group(of request: Request) -> RouteGroup? {
        let words = words(of: request)
        if words == ["metrics"] { return .metrics }
        return words.first == "admin" ? .operators : nil
    }

    private static func isFree(_ request: Request) -> Bool {
        let words = words(of: request)
        if words == ["message"] || words.first == "health" && request.method == .get { return true }
        return words.first == "apple-pay" && words.last != "fallback"
    }

    /// What the router finds a route by: for it, more or fewer slashes change nothing.
    private static func words(of request: Request) -> [Substring] { request.uri.path.split(separator: "/") }
}
