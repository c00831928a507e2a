import HTTPTypes
import JSON

/// The customer chooses a slot of a time picker: `{slot, message? | request?}`, with the slot as `first`, `last`, a
/// number starting at 1, or its identifier.
struct PickSlot: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/pick"
    let purpose = "the customer picks a slot of a time picker"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["slot", "message", "request"])
        let slot = try fields.required("slot") { value throws(ValidationError) in try choice(value) }
        return ControlAnswer(try await simulator.pick(slot, on: try fields.bubbleChoice(), from: call.deviceID).json)
    }

    private func choice(_ value: JSONValue) throws(ValidationError) -> SlotChoice {
        switch value {
        case "first": .first
        case "last": .last
        case .number: .number(try value.integer())
        default: .identifier(try value.text(limit: nil, mayBeEmpty: false))
        }
    }
}
