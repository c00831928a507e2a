public import Channels
import ConversationRuntime
import Expressions
public import MessageModel

extension SignInInitiator: SignInOpener {
    public func openAtDevice(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> DeviceSignIn {
        do throws(SignInFailure) {
            return try await begin(OpenSignIn(question: question, conversation: conversation, asked: asked))
        } catch {
            throw DeliveryFailure(error)
        }
    }

    public func openLink(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> LinkSignIn {
        do throws(SignInFailure) {
            return try await beginLink(OpenSignIn(question: question, conversation: conversation, asked: asked))
        } catch {
            throw DeliveryFailure(error)
        }
    }
}

extension DeliveryFailure {
    /// What a sign-in that cannot be started means for its message.
    fileprivate init(_ failure: SignInFailure) {
        switch failure {
        case .unreachable: self = .tryAgain("\(failure)", after: .seconds(5))
        case .refused, .badAnswer, .forged: self = .giveUp("the sign-in could not be started: \(failure)")
        }
    }
}
