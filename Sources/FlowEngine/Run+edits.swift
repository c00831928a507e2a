import Expressions
import FlowModel
import MessageModel

extension Run {
    /// Forgets the answers to questions that an edit has turned into another kind: they count as empty.
    ///
    /// What was answered under this version of the bot fits it, so most events have nothing to look for.
    mutating func forgetOutdatedAnswers() {
        guard session.open?.version != bot.version, !session.answers.isEmpty,
            let start = bot.start(of: session.flow)
        else { return }
        for step in bot.flows[start.flow].steps {
            guard case .ask(let question) = step.thing, let answer = session.answers[question.name] else { continue }
            if !question.gives(answer) { session.answers[question.name] = nil }
        }
    }
}

extension Question {
    /// Whether this question can have been answered with `value`. A choice fits where text is wanted.
    fileprivate func gives(_ value: Value) -> Bool {
        switch (kind, value) {
        case (.choice(let choice), .choice): !choice.several
        case (.choice(let choice), .list): choice.several
        case (.times, .time), (.text, .text), (.text, .choice): true
        case (.number, .number), (.date, .date): true
        case (.money(let question), .money(let money)): money.currency == question.currency
        case (.times, .text), (.date, .text): if case .accept = other { true } else { false }
        default: false
        }
    }
}
