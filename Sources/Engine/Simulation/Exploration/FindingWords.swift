import Diagnostics
import FlowModel

/// The words of a finding, and what holds at the end of the conversation that shows it.
struct FindingWords {
    let message: String
    let label: String
    let help: String
    /// The name of the test.
    let name: String
    /// The last lines of the test: they hold until the flow is corrected.
    let expected: [String]

    init(_ code: DiagnosticCode, _ step: PlayStep, _ reason: String) {
        switch code {
        case .silentEnd:
            message = "the conversation ends here, and the customer gets no answer"
            label = "ends without a word"
            help = "say something before `end`"
            name = "\(step.step) ends without an answer"
            expected = ["expect: nothing", "expect: ended"]
        case .noWayOut:
            message = "customers cannot get away from here: every answer leads back"
            label = "part of a loop without a way out"
            help = "add an answer that leads to another step, to the end or to a person"
            name = "no answer leads out of \(step.step)"
            expected = ["expect: at \(step.flow)/\(step.step)"]
        case .neverReached:
            message = "no conversation reaches this step"
            label = "never reached"
            help = "look at the conditions that lead here, or remove it"
            name = ""
            expected = []
        case .calledTwice:
            message = "`\(reason)` is called twice with the same inputs, although the customer has answered once"
            label = "called again"
            help = "lead to a later step after the call, so that nothing returns to it"
            name = "\(reason) is called twice"
            expected = ["expect: called \(reason)"]
        case .cannotAnswer:
            message = "no answer to this question is accepted"
            label = "cannot be answered"
            help = "add `if_unable` with another way to answer"
            name = "\(step.step) cannot be answered"
            expected = ["expect: at \(step.flow)/\(step.step)"]
        default:
            message = "`\(reason.prefix(40))…` is longer than devices show"
            label = "sends it"
            help = "shorten the text, or bound the values in it with `at_most`"
            name = "a text of \(step.step) is too long"
            expected = ["expect: at \(step.flow)/\(step.step)"]
        }
    }
}
