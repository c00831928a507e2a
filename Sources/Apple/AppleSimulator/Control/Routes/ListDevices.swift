import HTTPTypes
import JSON

/// Lists the devices in order of creation.
struct ListDevices: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "devices"
    let purpose = "the devices"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        return ControlAnswer(["devices": .array(simulator.devices.map(\.json))])
    }
}
