import HTTPTypes
import JSON

/// Removes all faults; random draws start over.
struct RemoveFaults: ControlRoute {
    let method = HTTPRequest.Method.delete
    let path = "faults"
    let purpose = "switch all faults off"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        simulator.removeFaults()
        return ControlAnswer(["faults": []])
    }
}
