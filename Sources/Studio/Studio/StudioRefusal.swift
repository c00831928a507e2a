import Hummingbird
import JSON
import Server

/// Why the studio does not do what a request asks for.
struct StudioRefusal: Error {
    let status: HTTPResponse.Status
    /// A sentence for the author.
    let reason: String
    /// What the page needs to continue, beside the reason.
    var more: JSONObject = [:]
    /// The response of those who decide who may use the studio.
    private var whole: Response?

    init(_ status: HTTPResponse.Status, _ reason: String, with more: JSONObject = [:]) {
        self.status = status
        self.reason = reason
        self.more = more
    }

    init(_ refusal: OperatorRefusal) {
        status = refusal.response.status
        reason = "refused"
        whole = refusal.response
    }

    var response: Response {
        if let whole { return whole }
        var body = more
        body["error"] = ["status": .int(status.code), "reason": .string(reason)]
        return .json(.object(body), status: status)
    }
}
