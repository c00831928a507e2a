public import Channels
public import Expressions
public import FlowEngine

/// Performs the calls of flows to other systems.
public protocol ActionCaller: Sendable {
    /// Calls an action and returns what came of it; tries again as the action allows.
    ///
    /// After a crash the same call comes again under the same key.
    func call(_ call: ActionCall) async -> ActionOutcome
}

/// A call of a flow.
public struct ActionCall: Sendable, Hashable {
    /// The name of the action.
    public var action: String
    public var inputs: Fields
    /// The same on every retry of one visit of a step, and after a crash.
    public var key: String
    public var conversation: ConversationKey
    /// The id of the arrival that it goes back to, for logs.
    public var cause: String?

    public init(action: String, inputs: Fields, key: String, conversation: ConversationKey, cause: String? = nil) {
        self.action = action
        self.inputs = inputs
        self.key = key
        self.conversation = conversation
        self.cause = cause
    }
}

/// For bots that call nothing: every call is refused.
public struct NoActions: ActionCaller {
    public init() {}

    public func call(_ call: ActionCall) async -> ActionOutcome { .failed("refused") }
}
