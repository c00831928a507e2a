/// A difference for customers between two versions.
public struct BehaviourChange: Sendable, Hashable {
    /// The kinds, the most important first.
    public enum Kind: String, Sendable, CaseIterable {
        /// An action is called before another or the payment, and was called after it.
        case callOrder = "call_order"
        /// Customers no longer reach a step.
        case stepLost = "step_lost"
        /// Another queue of people gets the conversation, or has other opening hours.
        case handsOver = "hands_over"
        /// A step calls another action.
        case calls
        /// An answer, silence, the outcome of a call or a branch leads elsewhere.
        case leads
        /// Customers come to a step that they did not come to.
        case stepGained = "step_gained"
        /// An answer is no longer offered, is new, or has another label.
        case answerLost = "answer_lost"
        case answerGained = "answer_gained"
        case answerRenamed = "answer_renamed"
        /// A question asks for something else.
        case asksFor = "asks_for"
        /// A step says something else.
        case says
        /// The bot waits longer for an answer, or asks again more often.
        case waits
        /// A step decides by other conditions.
        case decides
        /// The same conversation shows something else, such as other times or another price.
        case shows
        /// A step has another name, which customers do not notice.
        case stepRenamed = "step_renamed"
    }

    /// What has changed.
    public let kind: Kind
    /// The sentence. Names of steps and labels stand between `*`, names of actions in backticks.
    public let text: String
    /// The step that it is about, in the new version where it has it.
    public let step: PlayStep
    /// The shortest conversation that shows it, as a transcript with one test; `nil` where none can be played.
    public let transcript: String?
    /// Whether that conversation goes with the old version: it shows what is lost.
    public let isShownOnOld: Bool
    /// The circumstances, where these are not the usual ones.
    public let scene: String
}

/// A change before its conversation is played.
struct DraftChange {
    let kind: BehaviourChange.Kind
    let text: String
    /// By the names of the new version.
    let steps: [PlayStep]
    let showing: ShowingMove?
    /// Whether the sentence itself says in which circumstances.
    var namesScene = false
}
