import FlowEngine
import FlowModel

/// The outcome of a call that an exploration has chosen, as a transcript arranges it.
struct CallChoice: Hashable {
    /// The name of the action.
    let action: String
    /// What stands behind it in a `given:` line: `answers booked`, `fails`.
    let words: String
    let outcome: ActionOutcome

    /// Whether another system did something.
    var isSuccess: Bool { if case .gave = outcome { true } else { false } }
    var line: String { "given: \(action) \(words)" }

    /// The outcomes of an action, the one without any arrangement first: its examples, and a failure. Empty for operations
    /// on tables, whose rows answer.
    static func all(of action: Action) -> [CallChoice] {
        if case .results = action.target { return [] }
        var choices = action.examples.map {
            CallChoice(action: action.name, words: "answers \($0.name)", outcome: $0.outcome)
        }
        if !action.examples.contains(where: { $0.problem != nil }) {
            choices.append(CallChoice(action: action.name, words: "fails", outcome: .failed("unreachable")))
        }
        return choices
    }
}

extension [CallChoice] {
    /// The lines that arrange the outcomes; none for actions of which every call has the first outcome.
    func lines(by outcomes: [String: [CallChoice]]) -> [String] {
        var names: [String] = []
        for choice in self where !names.contains(choice.action) { names.append(choice.action) }
        return names.flatMap { name in
            let own = filter { $0.action == name }
            return own.allSatisfy { $0 == outcomes[name]?.first } ? [] : own.map(\.line)
        }
    }
}
