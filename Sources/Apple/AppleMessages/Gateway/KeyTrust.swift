import Synchronization

/// Decides whether a 403 concerns one customer or the server's key.
///
/// Apple responds with 403 both to a token that it does not accept and, as programs in the field report, for a customer
/// who has closed the conversation. After the first refused customer the message is retried. If another customer is
/// refused before any is accepted again, the key is at fault. A customer who is still refused after others were
/// accepted has closed the conversation.
final class KeyTrust: Sendable {
    enum Verdict: Equatable { case wait, gone, key }

    private struct State {
        /// Refused customers, and whether another customer was accepted since.
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
