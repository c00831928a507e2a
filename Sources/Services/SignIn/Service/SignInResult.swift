/// The result shown to a customer who returns from a provider.
public enum SignInResult: Sendable, Hashable {
    case signedIn
    /// The customer cancelled.
    case cancelled
    case failed(Reason)

    /// Why a sign-in failed. The numbers are ours: Apple passes them on as `error_code` without giving them a meaning.
    public enum Reason: Int, Sendable, CaseIterable {
        /// The state is not one that we issued.
        case unknown = 1
        /// It was already used, or has expired.
        case over = 2
        /// It belongs to another provider or another browser.
        case mixedUp = 3
        /// The conversation has moved on and no longer waits for it.
        case notAsked = 4
        /// The provider refused.
        case refused = 5
        /// The provider's response is not valid.
        case badAnswer = 6
        /// The provider, or our own store, cannot be reached at present.
        case unreachable = 7
    }

    /// The address that reports the result to a device (Interactive Message Types, Finishing the New Authentication
    /// Flow).
    public var deviceAddress: String {
        switch self {
        case .signedIn: "messages-auth://?status=success"
        case .cancelled: "messages-auth://?status=cancel"
        case .failed(let reason): "messages-auth://?status=failure&error_code=\(reason.rawValue)"
        }
    }
}

extension SignInResult {
    /// The form in which it is stored with its sign-in.
    var stored: String {
        switch self {
        case .signedIn: "signed in"
        case .cancelled: "cancelled"
        case .failed(let reason): "failed \(reason.rawValue)"
        }
    }

    init?(stored: String) {
        let results = [SignInResult.signedIn, .cancelled] + Reason.allCases.map { SignInResult.failed($0) }
        guard let result = results.first(where: { $0.stored == stored }) else { return nil }
        self = result
    }
}

extension SignInFailure {
    var reason: SignInResult.Reason {
        switch self {
        case .unreachable: .unreachable
        case .refused: .refused
        case .badAnswer, .forged: .badAnswer
        }
    }
}
