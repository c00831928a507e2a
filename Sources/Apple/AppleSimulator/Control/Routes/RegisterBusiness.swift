import Expressions
import HTTPTypes
import JSON

/// Registers a business: `{id, msp_id, secret, webhook, audience?, redelivery?, sign_in?, project?}`.
struct RegisterBusiness: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "businesses"
    let purpose = "give a business an account, or replace it"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(
            ["id", "msp_id", "secret", "webhook", "audience", "redelivery", "sign_in", "project"])
        let audience = try fields.optionalWord("audience", among: Business.Audience.allCases.map(\.rawValue))
        let business = try Business(
            id: BusinessID(try fields.text("id")), mspID: try fields.text("msp_id"), secret: try fields.text("secret"),
            webhook: try fields.text("webhook"), audience: audience.flatMap(Business.Audience.init) ?? .string,
            redelivery: try fields.optional("redelivery") { value throws(ValidationError) in try redelivery(value) },
            signIn: try fields.optional("sign_in") { value throws(ValidationError) in try signIn(value) },
            project: try fields.optionalText("project"))
        try await simulator.register(business)
        return ControlAnswer(business.json)
    }

    private func signIn(_ value: JSONValue) throws(ValidationError) -> Business.SignIn {
        let fields = try Fields(value, known: ["authorize", "client"])
        return Business.SignIn(authorize: try fields.text("authorize"), client: try fields.text("client"))
    }

    private func redelivery(_ value: JSONValue) throws(ValidationError) -> Business.Redelivery {
        let fields = try Fields(value, known: ["attempts", "wait"])
        return Business.Redelivery(
            attempts: try fields.integer("attempts"), wait: try fields.optionalSeconds("wait") ?? .seconds(1))
    }
}
