/// Why a sign-in failed.
public enum SignInFailure: Error, Equatable, CustomStringConvertible {
    /// The provider cannot be reached, or reports a temporary problem (5xx or 429).
    case unreachable(String)
    /// The provider refuses with a named error (RFC 6749, sections 4.1.2.1 and 5.2).
    case refused(String)
    /// The provider's response violates the protocol.
    case badAnswer(String)
    /// The token does not prove the customer's identity.
    case forged(IDTokenRefusal)

    /// The name under which a flow sees it, as `{step.problem}`.
    public var problem: String {
        switch self {
        case .unreachable: "unreachable"
        case .refused: "refused"
        case .badAnswer, .forged: "bad answer"
        }
    }

    /// A sentence for operators, without anything secret.
    public var description: String {
        switch self {
        case .unreachable(let reason): "the provider cannot be reached: \(reason)"
        case .refused(let reason): "the provider rejected the request: \(reason)"
        case .badAnswer(let reason): "the provider's response is invalid: \(reason)"
        case .forged(let refusal): "the ID token was rejected: \(refusal)"
        }
    }
}
