import HTTPTypes
import JSON

/// The customer authorises the payment.
struct PayOnSheet: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/pay-sheet/pay"
    let purpose = "the customer authorises the payment"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectNothing()
        let outcome = try await simulator.pay(from: call.deviceID)
        var object = outcome.webhook?.json.object ?? [:]
        object["paid"] = .bool(outcome.isPaid)
        object.set("status", outcome.status.map { .string($0) })
        object["errors"] = .array(outcome.errors.map(\.json))
        object.set("failure", outcome.failure.map { .string($0) })
        return ControlAnswer(.object(object))
    }
}
