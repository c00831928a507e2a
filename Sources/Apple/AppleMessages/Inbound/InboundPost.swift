import Channels
import Expressions
import Gzip
import JSON
import MessageModel

/// Parses the body of a post that is known to come from Apple.
enum InboundPost {
    /// The maximum size in bytes of a body, before and after decompression. Apple sends interactive data over 10 KB by
    /// reference, so real messages are far smaller.
    static let largestBody = 1 << 20
    static let largestUnpacked = 4 << 20
    /// The maximum number of values that are parsed of a message; messages from devices have some hundreds.
    static let mostValues = 100_000

    /// Returns the message in the body; throws when it is refused.
    ///
    /// - Parameter businessIDs: the served businesses; `nil` serves all.
    static func message(
        _ body: [UInt8], now: Moment, header: (String) -> String?, businessIDs: Set<String>?
    ) throws(WebhookRefusal) -> PostedMessage {
        guard body.count <= largestBody else { throw .tooLarge("the body is larger than \(largestBody) bytes") }
        let message = try parsed(unpacked(body))
        let headers = try InboundHeaders(message, header: header)
        if let businessIDs, !businessIDs.contains(headers.business) { throw .unknownBusiness }
        let inbound = try InboundMessage(message, id: headers.id)
        let capabilities = header("capability-list").map {
            Capabilities(list: AddressQuery.decoded($0) ?? $0)
        }
        let arrival = Arrival(
            conversation: ConversationKey(
                channel: Apple.channel, customer: headers.customer, business: headers.business),
            id: headers.id, at: now, content: inbound.content, capabilities: capabilities,
            locale: message.shortText("locale"), intent: message.shortText("intent"),
            group: message.shortText("group"))
        return PostedMessage(arrival: arrival, missing: inbound.missing)
    }

    /// The business that the message in a body is for; `nil` when the body does not say it.
    static func business(in body: [UInt8]) -> String? {
        guard body.count <= largestBody, let message = try? parsed(unpacked(body)) else { return nil }
        return message["destinationId"]?.string
    }

    /// gzip is detected by its first bytes: not every post carries the header that announces it.
    private static func unpacked(_ body: [UInt8]) throws(WebhookRefusal) -> [UInt8] {
        guard Gzip.isCompressed(body) else { return body }
        do throws(GzipError) {
            return try Gzip.decompress(body, limit: largestUnpacked)
        } catch {
            if case .tooLarge = error { throw .tooLarge("\(error)") }
            throw .malformed("\(error)")
        }
    }

    private static func parsed(_ body: [UInt8]) throws(WebhookRefusal) -> JSONValue {
        do throws(JSONError) {
            let value = try JSONValue(parsing: body, values: mostValues)
            guard value.object != nil else { throw JSONError("it is not an object") }
            return value
        } catch {
            throw .malformed("the body cannot be read as JSON: \(error.withoutQuotation)")
        }
    }
}

extension JSONError {
    /// The error without its quotation from the body: refusals are logged, and a body is private.
    fileprivate var withoutQuotation: JSONError {
        guard let start = reason.firstIndex(of: "`"), let end = reason.lastIndex(of: "`"), start < end else {
            return self
        }
        return JSONError(reason[...start] + "…" + reason[end...], at: offset)
    }
}

extension JSONValue {
    /// Returns an optional text of the envelope. A malformed one is ignored, so that the customer's message is still
    /// processed.
    fileprivate func shortText(_ key: String) -> String? {
        guard let text = self[key]?.string, !text.isEmpty, text.utf8.count <= 1_000 else { return nil }
        return text
    }
}
