import HTTPTypes
import JSON

/// Shows the open sheet of a device.
struct ShowPaySheet: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "devices/:id/pay-sheet"
    let purpose = "the payment sheet that is open"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        return ControlAnswer(["sheet": try simulator.sheet(on: call.deviceID).json])
    }
}
