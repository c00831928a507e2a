import HTTPTypes
import Hummingbird
import JSON

extension Response {
    init(status: HTTPResponse.Status, json: JSONValue) {
        self.init(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }

    /// Creates an error in the form common to all refusals.
    init(refusing status: HTTPResponse.Status, _ code: String, _ reason: String) {
        self.init(status: status, json: ["error": ["code": .string(code), "reason": .string(reason)]])
    }
}
