import HTTPTypes
import JSON

/// The customer begins to type, or with `{state: "end"}` clears the input field.
struct TypeSomething: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/typing"
    let purpose = "the customer begins to type, or empties the field"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let state = try call.fields(["state"]).optionalWord("state", among: ["start", "end"])
        return ControlAnswer(try await simulator.type(starts: state != "end", from: call.deviceID).json)
    }
}
