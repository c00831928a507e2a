import HTTPTypes
import JSON

/// Lists the active faults, and how often each has occurred.
struct ListFaults: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "faults"
    let purpose = "the faults that are switched on"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        let faults = simulator.faults.active.map { $0.rule.json(id: $0.id, struck: $0.struck) }
        return ControlAnswer(["faults": .array(faults)])
    }
}
