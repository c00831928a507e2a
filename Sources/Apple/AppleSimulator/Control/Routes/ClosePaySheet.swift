import HTTPTypes
import JSON

/// The customer closes the sheet without paying.
struct ClosePaySheet: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/pay-sheet/close"
    let purpose = "the customer closes the payment sheet"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        let outcome = try await simulator.closeSheet(from: call.deviceID)
        return ControlAnswer(outcome?.json ?? ["posts": []])
    }
}
