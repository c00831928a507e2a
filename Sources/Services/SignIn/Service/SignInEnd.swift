/// What a customer is told when they come back from a provider.
public enum SignInEnd: Sendable, Hashable {
    case signedIn
    /// They did not want to.
    case cancelled
    case failed(Reason)

    /// Why a sign-in is over. The numbers are ours: Apple passes them on as `error_code` and gives them no meaning.
    public enum Reason: Int, Sendable, CaseIterable {
        /// The state is not one that we gave out.
        case unknown = 1
        /// It has been used, or its time is over.
        case over = 2
        /// It belongs to another provider or another browser.
        case mixedUp = 3
        /// The conversation has gone on: nobody waits for it any more.
        case notAsked = 4
        /// The provider refused.
        case refused = 5
        /// What the provider said is not believed.
        case badAnswer = 6
        /// The provider, or our own store, cannot be reached just now.
        case unreachable = 7
    }

    /// The query of the address by which a device is told (Interactive Message Types, Finishing the New Authentication
    /// Flow).
    public var deviceAddress: String {
        switch self {
        case .signedIn: "messages-auth://?status=success"
        case .cancelled: "messages-auth://?status=cancel"
        case .failed(let reason): "messages-auth://?status=failure&error_code=\(reason.rawValue)"
        }
    }
}

extension SignInFailure {
    var reason: SignInEnd.Reason {
        switch self {
        case .unreachable: .unreachable
        case .refused: .refused
        case .badAnswer, .forged: .badAnswer
        }
    }
}
