import Expressions
import HTTPTypes
import JSON

/// Sets the lifetime of the merchant sessions requested from now on: `{seconds}`.
struct LimitMerchantSessions: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "merchant-sessions"
    let purpose = "set the lifetime of merchant sessions"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["seconds"])
        guard let life = try fields.optionalSeconds("seconds"), life > .zero else {
            throw ValidationError("seconds", "expected a duration above 0 and at most a day")
        }
        simulator.sessionLife = life
        return ControlAnswer(["seconds": life.json])
    }
}
