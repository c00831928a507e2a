import HTTPTypes
import JSON

/// Removes a device; pending requests for its messages fail.
struct RemoveDevice: ControlRoute {
    let method = HTTPRequest.Method.delete
    let path = "devices/:id"
    let purpose = "remove a device"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        try simulator.removeDevice(call.deviceID)
        return ControlAnswer(["removed": .string(call.id)])
    }
}
