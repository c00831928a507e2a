public import Expressions
public import MessageModel

/// A way to reach customers.
public protocol Channel: Sendable {
    /// The name stored with conversations, such as `apple`.
    var name: String { get }

    /// Sends one message and returns when the remote side has accepted it.
    ///
    /// A message that may already have arrived is sent again under the same id.
    func deliver(_ delivery: Delivery) async throws(DeliveryFailure)
}

/// One message on its way to a customer.
public struct Delivery: Sendable, Hashable {
    /// A UUID; the same on every attempt.
    public var id: String
    public var conversation: ConversationKey
    public var message: Message
    /// The id of the arrival that caused this message, for tracing in logs; `nil` when there was none.
    public var cause: String?
    /// The message with private content removed; `nil` when nothing in it is private.
    public var shown: Message?
    public var context: DeliveryContext

    public init(
        id: String, conversation: ConversationKey, message: Message, cause: String? = nil, shown: Message? = nil,
        context: DeliveryContext = DeliveryContext()
    ) {
        self.context = context
        self.id = id
        self.conversation = conversation
        self.message = message
        self.cause = cause
        self.shown = shown
    }
}

/// Why a message was not delivered, in the only terms the outbox distinguishes.
public enum DeliveryFailure: Error, Equatable, CustomStringConvertible {
    /// A later attempt may succeed; `after` is the delay the remote side requests.
    case tryAgain(String, after: TimeLength? = nil)
    /// No attempt can succeed.
    case giveUp(String)
    /// No message can be delivered until an operator fixes the cause, such as a rejected key: sending stops, and no
    /// message is given up.
    case stopSending(String)

    public var description: String {
        switch self {
        case .tryAgain(let reason, _), .giveUp(let reason), .stopSending(let reason): reason
        }
    }
}
