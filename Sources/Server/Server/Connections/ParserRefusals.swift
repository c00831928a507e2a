import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Gives the refusal of bytes that are not HTTP its reason, and each request a single response.
///
/// Hummingbird answers an error of the parser with an empty 400, also when the error is in the rest of a body whose
/// request has been answered. This completes the former, and leaves out the latter.
final class ParserRefusals: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let headers: StandardHeaders
    private var begun = 0
    private var answered = 0
    private var isInBody = false
    /// What the parser could not read; nothing is read after it.
    private var problem: HTTPParserError?
    private var isLeavingOut = false

    init(headers: StandardHeaders) { self.headers = headers }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            begun += 1
            isInBody = true
        case .body: break
        case .end: isInBody = false
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if problem == nil { problem = error as? HTTPParserError }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        if case .head(let head) = part, let problem, head.isBareRefusal {
            guard !isInBody || answered < begun else {
                isLeavingOut = true
                promise?.succeed()
                return
            }
            return refuse(problem.reason(isInBody: isInBody), context, promise)
        }
        if isLeavingOut {
            promise?.succeed()
            return
        }
        if case .end = part { answered += 1 }
        context.write(data, promise: promise)
    }

    private func refuse(_ reason: String, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let body = ByteBuffer(bytes: Response.reasonJSON(.badRequest, reason).bytes)
        var fields: HTTPFields = [
            .contentType: "application/json", .contentLength: String(body.readableBytes), .connection: "close",
            .date: ResponseDate.now, .server: "usher",
        ]
        headers.complete(&fields)
        context.write(wrapOutboundOut(.head(HTTPResponse(status: .badRequest, headerFields: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: promise)
    }
}

@available(*, unavailable)
extension ParserRefusals: Sendable {}

extension HTTPResponse {
    /// Whether it is what Hummingbird writes for an error of the parser; responses of routes have a type and a reason.
    fileprivate var isBareRefusal: Bool {
        status == .badRequest && headerFields[.contentType] == nil && headerFields[.contentLength] == "0"
    }
}

extension HTTPParserError {
    /// - Parameter isInBody: whether the header of the request has been read.
    fileprivate func reason(isInBody: Bool) -> String {
        switch self {
        case .headerOverflow: "the address or the headers are too large"
        case .invalidMethod: "the method is unknown"
        case .invalidVersion: "the version of HTTP must be 1.1 or 1.0"
        case .invalidURL, .invalidHost, .invalidPort, .invalidPath, .invalidQueryString, .invalidFragment:
            "the address is malformed"
        case .invalidEOFState, .closedConnection: isInBody ? "the body is incomplete" : "the request is incomplete"
        default: isInBody ? "the body is malformed" : "the request is malformed"
        }
    }
}
