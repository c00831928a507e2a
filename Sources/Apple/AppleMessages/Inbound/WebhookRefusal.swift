/// The reason why a webhook is rejected, and the status of the response (developer.apple.com, Messages Received).
public enum WebhookRefusal: Error, Equatable, CustomStringConvertible {
    /// 400: the body or a header is not one that Apple posts.
    case malformed(String)
    /// 401: the token is missing.
    case noToken
    /// 403: the token is not Apple's.
    case badToken(String)
    /// 404: the business is not served here.
    case unknownBusiness
    /// 413: the body is larger than any message.
    case tooLarge(String)

    public var status: Int {
        switch self {
        case .malformed: 400
        case .noToken: 401
        case .badToken: 403
        case .unknownBusiness: 404
        case .tooLarge: 413
        }
    }

    public var description: String {
        switch self {
        case .malformed(let reason), .badToken(let reason), .tooLarge(let reason): reason
        case .noToken: "`Authorization` with a bearer token is missing"
        case .unknownBusiness: "this business is not served here"
        }
    }
}
