import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// From where the request came that is being answered.
enum RemoteAddress {
    /// `nil` outside of requests, and when nobody knows.
    @TaskLocal static var current: String?
}

/// Notes from where a request comes before anybody answers it: what the connection says or, from a proxy that is trusted, what
/// that says.
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
    let trustedProxies: [String]

    func respond(to request: Request, context: Context) async throws -> Response {
        let address = ForwardedAddress(trustedProxies: trustedProxies).of(
            peer: context.channel.remoteAddress?.ipAddress,
            forwarded: HTTPField.Name("X-Forwarded-For").map { request.headers[values: $0] } ?? [])
        return try await RemoteAddress.$current.withValue(address) {
            try await inner.respond(
                to: request,
                context: BasicRequestContext(
                    source: ApplicationRequestContextSource(channel: context.channel, logger: context.logger)))
        }
    }
}

/// Reads `X-Forwarded-For`: each proxy adds at the end from where it was asked, so only what trusted ones have added counts.
struct ForwardedAddress {
    let trustedProxies: [String]

    func of(peer: String?, forwarded: [String]) -> String? {
        guard let peer, trustedProxies.contains(peer) else { return peer }
        let hops = forwarded.flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace } }
        return hops.reversed().first { !trustedProxies.contains($0) } ?? peer
    }
}
