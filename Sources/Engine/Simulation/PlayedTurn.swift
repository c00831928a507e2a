import Expressions
import FlowEngine

/// A turn of the engine, and the event that it answers.
struct PlayedTurn {
    let event: Event
    let turn: Turn

    var kind: Event.Kind { event.kind }
    /// The simulated time at which it was taken.
    var at: Moment { event.at }
}
