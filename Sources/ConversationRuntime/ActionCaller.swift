public import Channels
public import Expressions

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

    public init(action: String, inputs: Fields, key: String, conversation: ConversationKey) {
        self.action = action
        self.inputs = inputs
        self.key = key
        self.conversation = conversation
    }
}

/// What came of a call.
public enum ActionOutcome: Sendable, Hashable {
    /// It brought all that it declares.
    case gave(Fields)
    /// It failed: a name that the action declares, or `timeout`, `refused`, `unreachable`, `bad answer`.
    case failed(String)
}
