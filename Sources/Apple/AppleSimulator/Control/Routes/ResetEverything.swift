import HTTPTypes
import JSON

/// Removes customers, devices, faults and the log, with `{businesses: true}` the businesses too.
struct ResetEverything: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "reset"
    let purpose = "delete customers, devices, faults and the log"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        simulator.reset(businesses: try call.fields(["businesses"]).optionalFlag("businesses") ?? false)
        return ControlAnswer(["status": "ok"])
    }
}
