import Channels
import ConversationRuntime
import MessageModel
import Synchronization

@testable import SignIn

/// Records the replies that conversations receive.
final class RecordingDesk: SignInConversations {
    private let replies = Mutex<[SignInReply]>([])

    var told: [SignInReply] { replies.withLock { $0 } }

    func isOpen(_ question: String, in conversation: ConversationKey) async throws -> Bool { true }

    func close(_ reply: SignInReply, in conversation: ConversationKey) async throws -> Receipt {
        replies.withLock { $0.append(reply) }
        return .accepted
    }
}
