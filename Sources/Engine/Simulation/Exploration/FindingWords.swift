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
            expected = ["expect: called \(reason) twice"]
        case .cannotAnswer:
            message = "no answer to this question is accepted"
            label = "cannot be answered"
            help = "add `if_unable` with another way to answer"
            name = "\(step.step) cannot be answered"
            expected = ["expect: at \(step.flow)/\(step.step)"]
        case .emptyInText:
            message = "`{\(reason)}` is empty here, so that the text has a gap"
            label = "says it"
            help = "decide with `\(reason) is empty` in a `when` before it"
            name = "\(reason) is empty in a text of \(step.step)"
            expected = []
        case .personAway:
            message = "customers read this although the people are away, and then get to `if_away`"
            label = "said while the people are away"
            help = "write the text as `meanwhile`, which is only said once people have the conversation"
            name = "\(step.step) speaks of people who are away"
            expected = []
        case .waitsForNothing:
            message = "after the call of `\(reason)` the conversation ends, and the customer hears nothing more"
            label = "the last word comes before the call"
            help = "say what has become of it before `end`"
            name = "nothing is heard of \(reason)"
            expected = ["expect: called \(reason)", "expect: ended"]
        case .priceDiffers:
            message = "\(reason) is said, and the payment is of another amount"
            label = "asks for another amount"
            help = "say the same amount: set it to a name, and use that in the text and in `pay`"
            name = "\(step.step) asks for another amount than was said"
            expected = []
        default:
            message = "`\(reason.prefix(40))…` is longer than devices show"
            label = "sends it"
            help = "shorten the text, or bound the values in it with `at_most`"
            name = "a text of \(step.step) is too long"
            expected = ["expect: at \(step.flow)/\(step.step)"]
        }
    }
}
