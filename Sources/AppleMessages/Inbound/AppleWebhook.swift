public import Channels
public import Expressions
import Foundation
import Gzip
import JSON
import MessageModel

/// Reads what Apple posts to `/message`: checks who sent it, unpacks it, and tells what it is.
public struct AppleWebhook: Sendable {
    /// The most bytes of a body as it comes, and unpacked. Apple sends interactive data over 10 KB by reference, so real
    /// messages are far smaller.
    public static let largestBody = 1 << 20
    static let largestUnpacked = 4 << 20

    private let settings: AppleSettings
    private let token: WebhookToken

    public init(settings: AppleSettings) {
        self.settings = settings
        token = WebhookToken(mspID: settings.mspID, secret: settings.secret)
    }

    /// What a request carries, or why it is refused. Nothing but the token is looked at before the token is good.
    ///
    /// - Parameters:
    ///   - header: gives the value of a header, whatever its case.
    ///   - now: the time of receiving.
    public func arrival(
        body: [UInt8], now: Moment, header: @Sendable (String) -> String?
    ) async throws(WebhookRefusal) -> Arrival {
        if settings.verifiesWebhooks { try await token.check(header("authorization"), now: now) }
        guard body.count <= Self.largestBody else {
            throw .tooLarge("the body is larger than \(Self.largestBody) bytes")
        }
        let message = try message(unpacked(body))
        let headers = try InboundHeaders(message, header: header)
        if let served = settings.businessIDs, !served.contains(headers.business) { throw .unknownBusiness }
        let capabilities = header("capability-list").map { Capabilities(list: $0.removingPercentEncoding ?? $0) }
        return Arrival(
            conversation: ConversationKey(
                channel: Apple.channel, customer: headers.customer, business: headers.business),
            id: headers.id, at: now, content: try InboundMessage.content(of: message), capabilities: capabilities,
            locale: try message.text("locale", longest: 40), intent: try message.text("intent", longest: 200),
            group: try message.text("group", longest: 200))
    }

    /// gzip is told by its first bytes: not every post carries the header that announces it.
    private func unpacked(_ body: [UInt8]) throws(WebhookRefusal) -> [UInt8] {
        guard Gzip.isCompressed(body) else { return body }
        do throws(GzipError) {
            return try Gzip.decompress(body, limit: Self.largestUnpacked)
        } catch {
            if case .tooLarge = error { throw .tooLarge("\(error)") }
            throw .malformed("\(error)")
        }
    }

    private func message(_ body: [UInt8]) throws(WebhookRefusal) -> JSONValue {
        do throws(JSONError) {
            let value = try JSONValue(parsing: body)
            guard value.object != nil else { throw JSONError("it is not an object") }
            return value
        } catch {
            throw .malformed("the body cannot be read as JSON: \(error)")
        }
    }
}

/// Who writes to whom, and under which id: in the headers and, equal, in the body.
private struct InboundHeaders {
    let id: String
    let customer: String
    let business: String

    init(_ message: JSONValue, header: (String) -> String?) throws(WebhookRefusal) {
        id = try Self.value("id", message["id"], header("id"))
        customer = try Self.value("source-id", message["sourceId"], header("source-id"))
        business = try Self.value("destination-id", message["destinationId"], header("destination-id"))
    }

    private static func value(
        _ name: String, _ inBody: JSONValue?, _ inHeader: String?
    ) throws(WebhookRefusal) -> String {
        let body = inBody?.string
        if let body, let inHeader, !body.isEmpty, body != inHeader {
            throw .malformed("`\(name)` says something else in the headers than in the body")
        }
        guard let value = [body, inHeader].compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
            throw .malformed("`\(name)` is missing")
        }
        guard value.utf8.count <= 1_000 else { throw .malformed("`\(name)` is too long") }
        return value
    }
}

extension JSONValue {
    /// A short text of the envelope; a longer one, or something else, is refused.
    fileprivate func text(_ key: String, longest: Int) throws(WebhookRefusal) -> String? {
        guard let value = self[key], !value.isNull else { return nil }
        guard let text = value.string, text.count <= longest else {
            throw .malformed("`\(key)` is not a text of at most \(longest) characters")
        }
        return text.isEmpty ? nil : text
    }
}
