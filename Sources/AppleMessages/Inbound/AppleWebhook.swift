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

    /// What a request carries, or why it is refused.
    ///
    /// - Parameters:
    ///   - now: the time of receiving.
    ///   - header: gives the value of a header, whatever its case.
    ///   - body: gives the body; not asked before the token is found good.
    public func arrival(
        now: Moment, header: @Sendable (String) -> String?,
        body: () async throws(WebhookRefusal) -> [UInt8]
    ) async throws(WebhookRefusal) -> Arrival {
        if settings.verifiesWebhooks { try await token.check(header("authorization"), now: now) }
        let body = try await body()
        guard body.count <= Self.largestBody else {
            throw .tooLarge("the body is larger than \(Self.largestBody) bytes")
        }
        let message = try message(unpacked(body))
        let headers = try InboundHeaders(message, header: header)
        if let served = settings.businessIDs, !served.contains(headers.business) { throw .unknownBusiness }
        let capabilities = header("capability-list").map {
            Capabilities(list: $0.removingPercentEncoding ?? $0)
        }
        return Arrival(
            conversation: ConversationKey(
                channel: Apple.channel, customer: headers.customer, business: headers.business),
            id: headers.id, at: now, content: try InboundMessage.content(of: message, id: headers.id),
            capabilities: capabilities,
            locale: message.shortText("locale"), intent: message.shortText("intent"),
            group: message.shortText("group"))
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
            throw .malformed("the body cannot be read as JSON: \(error.withoutQuotation)")
        }
    }
}

extension JSONError {
    /// The error without what it quotes from the body: refusals are logged, and a body is private.
    fileprivate var withoutQuotation: JSONError {
        guard let start = reason.firstIndex(of: "`"), let end = reason.lastIndex(of: "`"), start < end else {
            return self
        }
        return JSONError(reason[...start] + "…" + reason[end...], at: offset)
    }
}

extension JSONValue {
    /// A text of the envelope that a message can do without: a customer is heard even when it makes no sense.
    fileprivate func shortText(_ key: String) -> String? {
        guard let text = self[key]?.string, !text.isEmpty, text.utf8.count <= 1_000 else { return nil }
        return text
    }
}
