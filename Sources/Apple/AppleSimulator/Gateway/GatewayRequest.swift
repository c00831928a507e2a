import JSON

/// A request of a business to the gateway. Header names: Apple, MSP REST API, Common Specifications, "HTTP Headers".
struct GatewayRequest: Sendable {
    var authorization: String?
    var id: String?
    var source: String?
    var destination: String?
    /// `auto-reply`: whether a program wrote the message.
    var autoReply: Bool?
    /// `include-data-ref`: whether the response should contain a reference to the bubble, by which it can be sent
    /// again.
    var wantsDataReference = false
    /// Whether it was posted to `/authenticate` (Interactive Message Types, Initiate Authorization Flow).
    var isAuthentication = false
    var body: [UInt8]

    /// Parses the body and compares it with the headers that repeat it.
    func parse() throws(GatewayRefusal) -> JSONValue {
        let headers = [
            ("id", id, "id"), ("source-id", source, "sourceId"), ("destination-id", destination, "destinationId"),
        ]
        for (name, value, _) in headers where (value ?? "").isEmpty {
            throw .badHeader(name, "this header is required and is missing")
        }
        let message = try parseBody()
        for (name, value, key) in headers {
            guard let said = message[key] else {
                throw .badMessage(ValidationError(key, "this is required and is missing"))
            }
            guard said.string == value else {
                throw .badHeader(
                    name, "the header says `\(value ?? "")`, but `\(key)` in the body is \(said.text.prefix(200))")
            }
        }
        return message
    }

    private func parseBody() throws(GatewayRefusal) -> JSONValue {
        let message: JSONValue
        do {
            message = try JSONValue(parsing: body)
        } catch {
            throw .badMessage(ValidationError("the body is not JSON: \(error)"))
        }
        guard message.object != nil else {
            throw .badMessage(ValidationError("the body must be an object, found \(message.kindName)"))
        }
        return message
    }
}

/// The response to a request.
enum GatewayAnswer: Sendable {
    /// 200, with an empty body unless data was requested.
    case taken(JSONValue?)
    case refused(GatewayRefusal)
    /// The connection is closed without a response.
    case dropped
}
