/// Why a sign-in came to nothing.
public enum SignInFailure: Error, Equatable, CustomStringConvertible {
    /// The provider cannot be reached, or answers that it is not well.
    case unreachable(String)
    /// The provider does not want to: an error of RFC 6749, section 5.2, or another 4xx.
    case refused(String)
    /// The provider says something that is not of the protocol.
    case badAnswer(String)
    /// The token does not prove who the customer is.
    case forged(IDTokenRefusal)

    /// The name under which a flow hears of it, as `{step.problem}`.
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
        case .refused(let reason): "the provider refused: \(reason)"
        case .badAnswer(let reason): "the provider's answer cannot be used: \(reason)"
        case .forged(let refusal): "the ID token is not believed: \(refusal)"
        }
    }
}
