import HTTPTypes
import JSON

/// Removes one fault.
struct RemoveFault: ControlRoute {
    let method = HTTPRequest.Method.delete
    let path = "faults/:id"
    let purpose = "switch one fault off"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        guard let id = Int(call.id) else { throw ValidationError("`\(call.id)` is not the number of a fault") }
        try simulator.removeFault(id)
        return ControlAnswer(["removed": .int(id)])
    }
}
