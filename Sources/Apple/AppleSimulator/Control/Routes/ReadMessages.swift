import Expressions
import HTTPTypes
import JSON

/// Returns the messages of a device: `?after=N&wait=SECONDS&sent=true&payload=true`. Responds at once when there are
/// any, otherwise as soon as one arrives.
struct ReadMessages: ControlRoute {
    let method = HTTPRequest.Method.get
    let path = "devices/:id/messages"
    let purpose = "the messages of a device after a number; wait= waits for them"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery(["after", "wait", "sent", "payload"])
        let (device, after, withSent) = (call.deviceID, try call.number("after"), try call.flag("sent"))
        let withPayload = try call.flag("payload")
        let wait = try call.wait()
        var entries = try await simulator.messages(of: device, after: after, withSent: withSent)
        let waits = entries.isEmpty && wait > .zero
        if waits {
            entries = try await call.whileCallerListens {
                try await simulator.messages(of: device, after: after, withSent: withSent, wait: wait)
            }
        }
        let messages = entries.map { $0.json(withPayload: withPayload) }
        return ControlAnswer(
            ["messages": .array(messages), "last": .int(entries.last?.number ?? after)], closesConnection: waits)
    }
}
