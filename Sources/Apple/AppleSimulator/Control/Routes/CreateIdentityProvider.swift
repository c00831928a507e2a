import HTTPTypes
import JSON

/// Creates an identity provider: `{name, client?: {id, secret?, redirects?}, people?: [{user, password, claims?}],
/// claims?}`.
struct CreateIdentityProvider: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "identity"
    let purpose = "create an identity provider to sign in with"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["name", "client", "people", "claims"])
        let description = IdentityDescription(
            try fields.text("name"),
            client: try fields.optional("client") { value throws(ValidationError) in try client(value) },
            people: try fields.has("people")
                ? fields.list("people") { value throws(ValidationError) in try person(value) } : nil,
            claims: try fields.claims())
        return ControlAnswer(["issuer": .string(try await simulator.createIdentityProvider(description))])
    }

    private func client(_ value: JSONValue) throws(ValidationError) -> IdentityDescription.Client {
        let fields = try Fields(value, known: ["id", "secret", "redirects"])
        return IdentityDescription.Client(
            id: try fields.text("id"), secret: try fields.optionalText("secret"),
            redirects: try fields.has("redirects")
                ? fields.list("redirects") { value throws(ValidationError) in
                    try value.text(limit: nil, mayBeEmpty: false)
                }
                : nil)
    }

    private func person(_ value: JSONValue) throws(ValidationError) -> IdentityDescription.Person {
        let fields = try Fields(value, known: ["user", "password", "claims"])
        return IdentityDescription.Person(
            user: try fields.text("user"), password: try fields.text("password"), claims: try fields.claims())
    }
}

extension Fields {
    /// Returns claims about a user: names with any values.
    fileprivate func claims() throws(ValidationError) -> JSONObject {
        try optional("claims") { value throws(ValidationError) in
            guard let object = value.object else { throw ValidationError("expected names and values") }
            return object
        } ?? [:]
    }
}
