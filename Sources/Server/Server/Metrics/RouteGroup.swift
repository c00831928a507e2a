import Hummingbird
import ServerMetrics

/// The purpose of a request, as a metric label.
enum RouteGroup: String, MetricLabel {
    case webhook
    case chat
    case payments
    case signIn = "sign_in"
    case operators
    case other

    init(_ request: Request) {
        let words = request.uri.path.split(separator: "/", maxSplits: 1)
        self =
            switch words.first {
            case "message": .webhook
            case "chat": .chat
            case "apple-pay", "pay": .payments
            case "sign-in": .signIn
            case "admin", "metrics": .operators
            default: .other
            }
    }
}
