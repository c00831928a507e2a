import Synchronization

/// Tells whether a 403 is about one customer or about our key.
///
/// Apple answers 403 both for a token it does not believe and, as programs in the field report, for a customer who has
/// closed the conversation. One refused customer is waited for; when another one is refused before anybody is accepted
/// again, it is our key. A customer who is still refused after others have been accepted has closed.
final class KeyTrust: Sendable {
    enum Verdict: Equatable { case wait, gone, key }

    private struct State {
        /// Customers refused, and whether somebody has been accepted since.
        var refused: [String: Bool] = [:]
    }

    private let state = Mutex(State())
    private static let most = 1_000

    func refuse(_ customer: String) -> Verdict {
        state.withLock { state in
            if state.refused[customer] == true {
                state.refused[customer] = nil
                return .gone
            }
            if state.refused.count >= Self.most { state.refused.removeAll() }
            state.refused[customer] = false
            return state.refused.values.count { !$0 } > 1 ? .key : .wait
        }
    }

    func accept(_ customer: String) {
        state.withLock { state in
            guard !state.refused.isEmpty else { return }
            state.refused[customer] = nil
            for other in state.refused.keys { state.refused[other] = true }
        }
    }
}
