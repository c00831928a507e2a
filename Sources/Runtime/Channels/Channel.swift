public import Expressions
public import MessageModel

/// A way to reach customers.
public protocol Channel: Sendable {
    /// The name that conversations carry, such as `apple`.
    var name: String { get }

    /// Sends one message and returns when the other side has taken it.
    ///
    /// A message is sent again under the same id when it may have arrived.
    func deliver(_ delivery: Delivery) async throws(DeliveryFailure)
}

/// One message on its way to a customer.
public struct Delivery: Sendable, Hashable {
    /// A UUID, the same on every attempt.
    public var id: String
    public var conversation: ConversationKey
    public var message: Message
    /// The id of the arrival that it goes back to, so that logs can be followed; `nil` when there was none.
    public var cause: String?
    /// The message as anybody may see it; `nil` when nothing in it is private.
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

/// Why a message did not arrive, in the only terms the outbox cares about.
public enum DeliveryFailure: Error, Equatable, CustomStringConvertible {
    /// It may arrive later; `after` is how long the other side asks to wait.
    case tryAgain(String, after: TimeLength? = nil)
    /// It never will.
    case giveUp(String)
    /// Nothing will arrive before somebody mends it, such as a refused key: sending stops and nothing is given up.
    case stopSending(String)

    public var description: String {
        switch self {
        case .tryAgain(let reason, _), .giveUp(let reason), .stopSending(let reason): reason
        }
    }
}
