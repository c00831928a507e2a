import HTTPTypes
import JSON

/// The customer sends a file, with its bytes as the body: `?name=bike.jpg&text=…&hold=true`. Its type is that of
/// `Content-Type`, or else derived from its name. Held files are sent with the next file that is not held, or with the
/// next text.
struct SendFile: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/files"
    let purpose = "the customer sends a file, the body, called ?name=; with hold=true it is sent with the next message"
    let takesFile = true

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery(["name", "text", "hold"])
        guard let name = call.query["name"] else { throw ValidationError("name", "this is required and is missing") }
        let (holds, text) = (try call.flag("hold"), call.query["text"] ?? "")
        guard !holds || text.isEmpty else {
            throw ValidationError("text", "the text belongs to the request that sends the message")
        }
        try await simulator.hold(call.file, named: name, mimeType: call.fileType, on: call.deviceID)
        guard holds else {
            return ControlAnswer(try await simulator.sendHeldFiles(text: text, from: call.deviceID).json)
        }
        let held = try simulator.world.device(call.deviceID).draft.held
        return ControlAnswer(["held": .array(held.enumerated().map { $1.shown.json(number: $0 + 1) })])
    }
}
