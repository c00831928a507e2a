import Diagnostics
import Expressions
import FlowModel

/// An event below `events` of bot.yaml, as written.
struct EventSyntax: Sendable {
    var name: Word
    var declaration: EventDeclaration
    /// Whether a field may be missing, so that only its name is certain.
    var isDamaged = false
}

/// `events` of bot.yaml.
struct EventsSyntax: Sendable {
    var events: [EventSyntax] = []
    /// Whether an event may be missing because a line could not be read.
    var isDamaged = false
}

/// `if_event` of a step.
struct EventExitsSyntax: Sendable {
    struct Line: Sendable {
        /// The name of the event.
        var name: Word
        /// `nil` when it could not be read.
        var then: DestinationSyntax?
    }

    var key: Span
    var lines: [Line] = []
    /// Whether a line could not be read.
    var isDamaged = false
}

extension Project {
    /// The event with this name; `nil` when none is declared.
    func event(named name: String) -> EventSyntax? { bot.events.events.first { $0.name.value == name } }

    /// Whether the fields of an event are known for certain.
    func isKnown(event name: String) -> Bool { event(named: name).map { !$0.isDamaged } ?? false }

    /// The lines of `entries` for events, with the flow that each begins.
    var eventEntries: [(name: Word, destination: DestinationSyntax, flow: Int?)] {
        bot.entries.lines.compactMap { line in
            guard case .event(let name) = line.condition, let destination = line.destination else { return nil }
            guard case .step(let id)? = resolve(destination, in: nil) else { return (name, destination, nil) }
            return (name, destination, id.flow)
        }
    }
}

extension FlowSyntax {
    /// The lines of `if_event` in all of its steps.
    var eventExits: [EventExitsSyntax.Line] { steps.flatMap { $0.exits.events?.lines ?? [] } }
}
