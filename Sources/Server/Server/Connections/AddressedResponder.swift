import HTTPTypes
import Hummingbird
import Logging
import Measurements
import NIOCore
import NIOHTTP1

/// What every request passes on its way in, and every answer on its way out.
///
/// It notes from where a request comes: what the connection says or, from a proxy that is trusted, what that says. Whoever asks
/// too often is refused before anybody looks at what they ask. Whatever comes out has a reason and the headers that keep
/// browsers from mischief.
struct AddressedResponder<Inner: HTTPResponder<BasicRequestContext>>: HTTPResponder {
    /// A request with the connection on which it came.
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
    let tooMany: Counters<RouteGroup>

    private static var forwardedFor: HTTPField.Name { HTTPField.Name("X-Forwarded-For")! }

    func respond(to request: Request, context: Context) async throws -> Response {
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
        if endsConnection(request) { response.headers[.connection] = "close" }
        return response
    }

    /// Whether money may be taken, or a sign-in code used up, while this is answered: a shutdown waits for it.
    private static func isExchange(_ request: Request) -> Bool {
        let words = request.uri.path.split(separator: "/")
        return words.first == "apple-pay" && words.last == "payment-gateway"
            || words.first == "sign-in" && words.last == "callback"
    }

    /// Whether a client wants nothing after this answer; it learns from the answer that nothing will come (RFC 9112, section 9.6).
    private func endsConnection(_ request: Request) -> Bool { request.headers[.connection] == "close" }

    private func answer(_ request: Request, _ context: Context) async throws -> Response {
        do {
            let response = try await inner.respond(
                to: request,
                context: BasicRequestContext(
                    source: ApplicationRequestContextSource(channel: context.channel, logger: context.logger)))
            guard response.headers[.contentType] == nil else { return response }
            // The router has nothing to say about what it does not know, or about bodies of which it takes no more.
            return switch response.status {
            case .notFound: .refusal(.notFound, "there is nothing here")
            case .contentTooLarge: .refusal(.contentTooLarge, "the body is larger than what is taken here")
            default: response
            }
        } catch let error as HTTPParserError {
            // What has come is not HTTP: the connection ends with it.
            throw error
        } catch {
            context.logger.error("a request failed", metadata: ["reason": "\(error)"])
            return .refusal(.internalServerError, "this could not be done; the log of the server says why")
        }
    }
}
