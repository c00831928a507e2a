import Expressions
import HTTPTypes
import JSON

/// Makes an identity provider misbehave once: `{fault, seconds?}`, or `{fault: "rotate-keys"}`.
struct MisbehaveAtSignIn: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "identity/:id/faults"
    let purpose = "make an identity provider misbehave once"

    private static let rotation = "rotate-keys"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["fault", "seconds"])
        let words = IdentityFault.allCases.map(\.rawValue) + [Self.rotation]
        guard let word = try fields.optionalWord("fault", among: words) else {
            throw ValidationError(
                "fault", "this is required and is missing: \(words.map { "`\($0)`" }.joined(separator: ", "))")
        }
        let name = call.id
        guard let fault = IdentityFault(rawValue: word) else {
            try simulator.rotateKeys(of: name)
            return ControlAnswer(["fault": .string(word)])
        }
        try simulator.misbehave(fault, at: name, delay: try fields.optionalSeconds("seconds") ?? .seconds(1))
        return ControlAnswer(["fault": .string(word)])
    }
}
