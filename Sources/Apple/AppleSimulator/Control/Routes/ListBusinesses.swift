import HTTPTypes
import JSON

/// Lists the businesses, without their secrets.
struct ListBusinesses: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "businesses"
    let purpose = "the businesses"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        return ControlAnswer(["businesses": .array(simulator.businesses.map(\.json))])
    }
}
