import HTTPTypes
import JSON

/// The customer reacts to a message: `{reaction, message?}`.
struct ReactToMessage: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/react"
    let purpose = "the customer reacts to a message"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["reaction", "message"])
        let reaction = try fields.required("reaction") { value throws(ValidationError) in try tapback(value) }
        let message = try fields.optionalText("message")
        return ControlAnswer(try await simulator.react(reaction, to: message, from: call.deviceID).json)
    }

    private func tapback(_ value: JSONValue) throws(ValidationError) -> Reaction {
        guard let reaction = value.string.flatMap({ Reaction($0) }) else {
            throw ValidationError(
                "expected `loved`, `liked`, `disliked`, `laughed`, `emphasized`, `questioned` or one emoji")
        }
        return reaction
    }
}
