import JSON

/// The sender, the recipient and the id of a message, which are equal in the headers and in the body (MSP REST API,
/// Common Specifications).
struct InboundHeaders {
    let id: String
    let customer: String
    let business: String

    private static let longest = 1_000

    init(_ message: JSONValue, header: (String) -> String?) throws(WebhookRefusal) {
        id = try Self.value("id", message["id"], header("id"))
        customer = try Self.value("source-id", message["sourceId"], header("source-id"))
        business = try Self.value("destination-id", message["destinationId"], header("destination-id"))
    }

    private static func value(
        _ name: String, _ inBody: JSONValue?, _ inHeader: String?
    ) throws(WebhookRefusal) -> String {
        let inBody = inBody?.string ?? ""
        let inHeader = inHeader ?? ""
        guard inBody.isEmpty || inHeader.isEmpty || inBody == inHeader else {
            throw .malformed("`\(name)` differs between headers and body")
        }
        let value = inBody.isEmpty ? inHeader : inBody
        guard !value.isEmpty else { throw .malformed("`\(name)` is missing") }
        guard value.utf8.count <= longest else { throw .malformed("`\(name)` is too long") }
        // Responses repeat the value in a header.
        guard value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed("`\(name)` contains invalid characters")
        }
        return value
    }
}
