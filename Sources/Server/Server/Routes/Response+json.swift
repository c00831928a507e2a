package import Hummingbird
package import JSON

extension Response {
    /// A JSON response.
    package static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.bytes)))
    }

    /// An error response with its reason.
    package static func refusal(_ status: HTTPResponse.Status, _ reason: String) -> Response {
        .json(reasonJSON(status, reason), status: status)
    }

    /// The body of an error response.
    static func reasonJSON(_ status: HTTPResponse.Status, _ reason: String) -> JSONValue {
        ["error": ["status": .int(status.code), "reason": .string(reason)]]
    }
}
