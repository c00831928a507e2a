import Channels
import Concurrency
import Expressions
import HTTPTypes
import JSON

/// Advances the clock, if it is adjustable: `{seconds}`.
struct TurnClock: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "clock"
    let purpose = "advance the clock, in `usher dev`"

    private static let furthest = TimeLength.days(400)

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["seconds"])
        let length = try fields.optionalSeconds("seconds", atMost: Self.furthest) ?? .zero
        guard length > .zero else {
            throw SimulatorRefusal.invalid("seconds: the clock advances by at most 400 days")
        }
        guard let clock = simulator.clock as? TurnableClock else {
            throw SimulatorRefusal.invalid("this is the machine's own clock, which cannot be advanced")
        }
        clock.turn(by: length)
        return ControlAnswer(["now": .string(clock.now.iso)])
    }
}
