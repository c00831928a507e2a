import HTTPTypes
import JSON

/// Takes a device away; whoever waits for its messages is told.
struct RemoveDevice: ControlRoute {
    let method = HTTPRequest.Method.delete
    let path = "devices/:id"
    let purpose = "take a device away"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        try simulator.removeDevice(call.deviceID)
        return ControlAnswer(["removed": .string(call.id)])
    }
}
