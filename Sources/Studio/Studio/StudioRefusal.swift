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

    init(_ status: HTTPResponse.Status, _ reason: String, with more: JSONObject = [:]) {
        self.status = status
        self.reason = reason
        self.more = more
    }

    var response: Response {
        var body = more
        body["error"] = ["status": .int(status.code), "reason": .string(reason)]
        return .json(.object(body), status: status)
    }
}
