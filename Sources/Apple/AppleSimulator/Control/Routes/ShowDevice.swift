import HTTPTypes
import JSON

/// Shows one device.
struct ShowDevice: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "devices/:id"
    let purpose = "one device"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        return ControlAnswer(try simulator.device(call.deviceID).json)
    }
}
