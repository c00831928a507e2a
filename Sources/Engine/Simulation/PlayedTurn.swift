import Expressions
import FlowEngine

/// A turn of the engine, and the simulated time at which it was taken.
struct PlayedTurn {
    let turn: Turn
    let at: Moment
    /// The event that it answers.
    let kind: Event.Kind
}
