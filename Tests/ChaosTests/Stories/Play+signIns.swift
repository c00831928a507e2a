import Channels
import ConversationRuntime
import FlowEngine
import MessageModel

extension Play {
    /// Checks that conversations have received the result that each sign-in window showed, once.
    func expectSignIns(_ all: [Kept]) async throws {
        guard let gate = life?.gate else { return }
        if try await gate.isBusy() { outside.complain("a sign-in is left half done") }
        for kept in all {
            var told: [String: SignInReply.Outcome] = [:]
            for event in kept.events {
                guard case .heard(.signIn(let reply), _) = event.kind, let question = reply.question else { continue }
                if told.updateValue(reply.outcome, forKey: question) != nil {
                    outside.complain("\(kept.customer) was told twice of a sign-in")
                }
            }
            for question in outside.now.phones[kept.customer]?.signedIn ?? [] where told[question]?.isSuccess != true {
                outside.complain("\(kept.customer) has signed in, and the conversation does not know")
            }
            let hasSignedIn = told.values.contains(where: \.isSuccess)
            let tokens = try await gate.store.tokens(of: Shop.provider, for: kept.session.conversation)
            if hasSignedIn, tokens?.access != Story.plate(of: kept.customer) {
                outside.complain("the token of \(kept.customer) is lost")
            }
        }
    }
}

extension SignInReply.Outcome {
    fileprivate var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
