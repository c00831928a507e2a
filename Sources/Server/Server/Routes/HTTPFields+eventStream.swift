package import HTTPTypes

extension HTTPFields {
    /// The headers of a stream of events, which proxies pass on without collecting it (nginx, `X-Accel-Buffering`).
    package static var eventStream: HTTPFields {
        var fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        if let buffering = HTTPField.Name("X-Accel-Buffering") { fields[buffering] = "no" }
        return fields
    }
}
