import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import RequestExpectations
import ServerMetrics

/// The middleware around all routes.
///
/// It determines the client's address: the peer of the connection or, behind a trusted proxy, the address that the
/// proxy forwards. It applies the rate limits before a request is handled, gives each error response a reason, and adds
/// the standard security headers to every response.
struct AddressedResponder<Inner: HTTPResponder<BasicRequestContext>>: HTTPResponder {
    /// A request context that also holds the connection of the request.
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel
        let logger: Logger

        init(source: ApplicationRequestContextSource) {
            channel = source.channel
            logger = source.logger
            coreContext = CoreRequestContextStorage(source: source)
        }
    }

    let inner: Inner
    let forwarded: ForwardedAddress
    let limits: AddressLimits
    let advice: ProxyAdvice
    let headers: StandardHeaders
    let connections: OpenConnections
    /// `nil` when nothing is traced.
    let spans: RequestSpans?
    let tooMany: Counters<RouteGroup>

    private static var forwardedFor: HTTPField.Name { HTTPField.Name("X-Forwarded-For")! }

    func respond(to request: Request, context: Context) async throws -> Response {
        try await request.continuing(on: context.channel) { try await respondNow(to: $0, context: context) }
    }

    private func respondNow(to request: Request, context: Context) async throws -> Response {
        let peer = context.channel.remoteAddress?.ipAddress
        let hops = request.headers[values: Self.forwardedFor]
        advice.look(peer: peer, forwarded: hops)
        let address = forwarded.of(peer: peer, forwarded: hops)
        var response =
            if let refusal = limits.refusal(of: request, from: address) { refusal } else {
                try await RemoteAddress.$current.withValue(address) {
                    try await ConnectionLoop.$current.withValue(context.channel.eventLoop) {
                        if Self.isExchange(request) {
                            try await connections.exchanging { try await answer(request, context) }
                        } else {
                            try await answer(request, context)
                        }
                    }
                }
            }
        limits.note(response, to: request, from: address)
        if response.status == .tooManyRequests { tooMany.add(to: RouteGroup(request)) }
        headers.complete(&response.headers)
        // The next response on the connection would begin with its bytes.
        if request.method == .head { response = response.createHeadResponse() }
        if endsConnection(request) { response.headers[.connection] = "close" }
        return response
    }

    /// Whether handling this request may charge a customer or use up a sign-in code; a shutdown waits for such
    /// requests.
    private static func isExchange(_ request: Request) -> Bool {
        let words = request.words
        return words.first == "apple-pay" && words.last == "payment-gateway"
            || words.first == "sign-in" && words.last == "callback"
    }

    /// Whether the client asks to close the connection after this response; the response confirms it (RFC 9112, section
    /// 9.6).
    private func endsConnection(_ request: Request) -> Bool { request.headers[.connection] == "close" }

    private func answer(_ request: Request, _ context: Context) async throws -> Response {
        let inside = BasicRequestContext(
            source: ApplicationRequestContextSource(channel: context.channel, logger: context.logger))
        guard let spans else { return try await answer(request, context, inside) }
        return try await spans.around(request, inside) { try await answer(request, context, inside) }
    }

    private func answer(
        _ request: Request, _ context: Context, _ inside: BasicRequestContext
    ) async throws -> Response {
        do {
            let response = try await inner.respond(to: request, context: inside)
            guard response.headers[.contentType] == nil else { return response }
            // The router gives no reason for unknown paths, or for bodies that exceed a limit.
            return switch response.status {
            case .notFound: .refusal(.notFound, "there is nothing here")
            case .contentTooLarge: .refusal(.contentTooLarge, "the body is larger than this route accepts")
            default: response
            }
        } catch let error as HTTPParserError {
            // The bytes are not HTTP, so the connection has to be closed.
            throw error
        } catch let failure as UnansweredRequest {
            context.logger.error("request failed", metadata: ["reason": "\(failure)"])
            return failure.response
        } catch {
            context.logger.error("request failed", metadata: ["reason": "\(error)"])
            return .refusal(.internalServerError, "the request failed; see the server's log for the reason")
        }
    }
}

/// The headers that every response has unless its route sets them: they forbid caching, content sniffing, framing,
/// scripts and referrers.
struct StandardHeaders: Sendable {
    private let fields: HTTPFields

    /// - Parameter isSecure: whether the public URL uses `https`, which browsers then have to keep to (RFC 6797).
    init(isSecure: Bool) {
        var fields: HTTPFields = [
            .xContentTypeOptions: "nosniff", .cacheControl: "no-store",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        ]
        fields[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        self.fields = fields
    }

    func complete(_ headers: inout HTTPFields) {
        for field in fields where headers[field.name] == nil { headers.append(field) }
    }
}
