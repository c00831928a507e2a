import HTTPTypes
import JSON

/// The customer signs in at the provider that the business has registered: `{user, password, message? | request?}`, or
/// `{cancel: true, message? | request?}`.
struct SignIn: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/sign-in"
    let purpose = "the customer signs in, in the window that the bubble opens"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["user", "password", "cancel", "message", "request"])
        let cancels = try fields.optionalFlag("cancel") ?? false
        let outcome = try await simulator.signIn(
            user: cancels ? fields.optionalText("user") ?? "" : fields.text("user"),
            password: cancels ? fields.optionalText("password") ?? "" : fields.text("password"), cancels: cancels,
            on: try fields.bubbleChoice(), from: call.deviceID)
        var object = outcome.webhook.json.object ?? [:]
        object["status"] = .string(outcome.status)
        object.set("error_code", outcome.errorCode.map { .string($0) })
        object.set("page", outcome.page.map { .string($0) })
        return ControlAnswer(.object(object))
    }
}
