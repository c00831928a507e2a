public import Channels
public import Expressions
public import FlowEngine

/// Performs the calls that flows make to other systems.
public protocol ActionCaller: Sendable {
    /// Calls an action and returns its outcome; retries as the action allows.
    ///
    /// After a crash the same call is made again under the same key.
    func call(_ call: ActionCall) async -> ActionOutcome
}

/// One call of an action by a flow.
public struct ActionCall: Sendable, Hashable {
    public var action: String
    public var inputs: Fields
    /// The same on every retry within one visit to a step, and after a crash.
    public var key: String
    public var conversation: ConversationKey
    /// The id of the arrival that caused the call, for logs.
    public var cause: String?

    public init(action: String, inputs: Fields, key: String, conversation: ConversationKey, cause: String? = nil) {
        self.action = action
        self.inputs = inputs
        self.key = key
        self.conversation = conversation
        self.cause = cause
    }
}

/// For bots without calls: refuses every call.
public struct NoActions: ActionCaller {
    public init() {}

    public func call(_ call: ActionCall) async -> ActionOutcome { .failed("refused") }
}
