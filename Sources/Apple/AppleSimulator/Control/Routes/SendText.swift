import HTTPTypes
import JSON

/// The customer sends a text: `{text}`.
struct SendText: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/text"
    let purpose = "the customer writes"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let text = try call.fields(["text"]).text("text")
        return ControlAnswer(try await simulator.send(text: text, from: call.deviceID).json)
    }
}
