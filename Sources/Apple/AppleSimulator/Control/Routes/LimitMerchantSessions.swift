import Expressions
import HTTPTypes
import JSON

/// Sets the lifetime of the merchant sessions requested from now on: `{seconds}`.
struct LimitMerchantSessions: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "merchant-sessions"
    let purpose = "say how long merchant sessions live"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["seconds"])
        guard let life = try fields.optionalSeconds("seconds"), life > .zero else {
            throw ValidationError("seconds", "how long, above 0 and at most a day, should stand here")
        }
        simulator.sessionLife = life
        return ControlAnswer(["seconds": life.json])
    }
}
