import Channels
import HTTPTypes
import JSON

/// Reports that the simulator is running; a script waits for this before it begins.
struct ShowHealth: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "health"
    let purpose = "whether the simulator runs, with counts"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        return ControlAnswer([
            "status": "ok", "gateway": .string(try await simulator.gatewayURL),
            "businesses": .int(simulator.businesses.count), "customers": .int(simulator.world.customerCount),
            "devices": .int(simulator.devices.count), "files": .int(simulator.store.count),
            "stored_bytes": .int(simulator.store.used), "now": .string(UTCTime.text(simulator.clock.now)),
        ])
    }
}
