import HTTPTypes
import JSON

/// The customer answers a quick reply or a list picker: `{items, message? | request?}`.
struct TapItems: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/tap"
    let purpose = "the customer answers a quick reply or a list picker"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["items", "message", "request"])
        let items = try fields.list("items") { value throws(ValidationError) in
            try value.text(limit: nil, mayBeEmpty: false)
        }
        return ControlAnswer(try await simulator.tap(items, on: try fields.bubbleChoice(), from: call.deviceID).json)
    }
}
