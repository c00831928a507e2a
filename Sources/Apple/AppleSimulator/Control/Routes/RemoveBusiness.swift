import HTTPTypes
import JSON

/// Removes a business with its customers and devices.
struct RemoveBusiness: ControlRoute {
    let method = HTTPRequest.Method.delete
    let path = "businesses/:id"
    let purpose = "end an account, with its customers and devices"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        try simulator.removeBusiness(BusinessID(call.id))
        return ControlAnswer(["removed": .string(call.id)])
    }
}
