import JSON

/// The reason why the gateway refused a message.
///
/// Statuses: developer.apple.com, "Integrating with the Business Chat API" (400, 401, 403, 404, 500). The body is the
/// simulator's own; Apple's is not published.
struct GatewayRefusal: Error, Equatable {
    let status: Int
    /// A readable code for the kind of refusal.
    let code: String
    /// The location in the message, if the error is in the message.
    var path: String?
    let reason: String

    var json: JSONValue {
        var error: JSONObject = ["code": .string(code), "reason": .string(path.map { "\($0): \(reason)" } ?? reason)]
        if let path { error.set("path", .string(path)) }
        return ["error": .object(error)]
    }

    static let noToken = GatewayRefusal(
        status: 401, code: "no-token", reason: "the header `Authorization` is missing; send `Bearer ` and a JWT")

    static func badToken(_ reason: String) -> GatewayRefusal {
        GatewayRefusal(status: 403, code: "bad-token", reason: reason)
    }

    static func badHeader(_ name: String, _ reason: String) -> GatewayRefusal {
        GatewayRefusal(status: 400, code: "bad-header", path: name, reason: reason)
    }

    static func badMessage(_ validationError: ValidationError) -> GatewayRefusal {
        GatewayRefusal(
            status: 400, code: "bad-message", path: validationError.path.isEmpty ? nil : validationError.path,
            reason: validationError.reason)
    }

    static func unknownBusiness(_ id: String) -> GatewayRefusal {
        GatewayRefusal(
            status: 403, code: "unknown-business", path: "source-id",
            reason: "the MSP of the token does not represent a business `\(id)`")
    }

    static func unknownCustomer(_ id: String, of business: String) -> GatewayRefusal {
        GatewayRefusal(
            status: 404, code: "unknown-customer", path: "destination-id",
            reason: "the business `\(business)` has no customer `\(id)` with a device")
    }

    static let closed = GatewayRefusal(
        status: 403, code: "conversation-closed",
        reason: "the customer closed the conversation; nothing may be sent until they write again")

    static func fault(_ status: Int) -> GatewayRefusal {
        GatewayRefusal(status: status, code: "fault", reason: "an injected fault responds \(status)")
    }
}
