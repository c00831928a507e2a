import FlowEngine
import FlowModel

/// A state that an exploration has met, and the moves that lead on from it.
struct ExploredNode {
    /// A move that was tried in the state.
    struct Edge {
        let kind: ExplorationMove.Kind
        let lines: [String]
        let calls: [CallChoice]
        /// The state that it leads to, by index; `nil` beyond the bounds.
        let target: Int?
        /// What it has brought of what properties speak of, in order (`StatedProperties.events`).
        var events: [Int] = []
    }

    /// The state from which it was met first; `nil` for the beginning.
    let parent: Int?
    /// The lines that lead to it from there.
    let lines: [String]
    /// The outcomes of the calls on the way there from `parent`.
    let calls: [CallChoice]
    /// The number of moves from the beginning.
    let depth: Int
    /// `nil` before the conversation begins.
    let step: PlayStep?
    let status: Session.Status?
    /// The calls with an effect since the customer's last answer, with their inputs.
    let recentCalls: [CallRequest]
    var edges: [Edge] = []

    /// Whether the conversation is over, or with people.
    var isLeft: Bool {
        switch status {
        case .ended?, .closed?, .withPerson?: true
        case .waiting?, .calling?, nil: false
        }
    }
}

extension ExploredNode {
    /// Whether no move was tried in it although there are some: it lies beyond the bounds, or in a flow that is left out.
    var isUntried: Bool { edges.isEmpty && !isLeft }
}

/// The first move of an exploration that passes a step or a branch.
struct FirstPassage {
    /// Earlier moves have lower numbers.
    let order: Int
    /// The state in which it was made.
    let index: Int
    let lines: [String]
    /// The outcomes of the calls that it has led to.
    let calls: [CallChoice]
}
