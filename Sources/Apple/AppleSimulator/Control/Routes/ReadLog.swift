import HTTPTypes
import JSON

/// Returns the exchanges on the wire: `?after=N`.
struct ReadLog: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "log"
    let purpose = "the exchanges on the wire"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery(["after"])
        let after = try call.number("after")
        let entries = simulator.log(after: after)
        return ControlAnswer([
            "log": .array(entries.map(\.json)), "last": .int(entries.last?.number ?? after),
        ])
    }
}
