import Channels
import ConversationRuntime
import CurlClient
import MessageModel
import Synchronization

@testable import SignIn

/// A sender that fails every request.
struct NoWire: HTTPSender {
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { throw .stopped }
}

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
