/// What makes a conversation leave a step: an answer, silence, the outcome of a call.
enum StepTrigger: Hashable {
    /// An answer that is offered, by its label as it is written.
    case answer(String)
    /// Another reply, as a transcript writes it: the verb, and for payments and sign-ins their outcome.
    case reply(TranscriptVerb, String)
    /// Words that fit nothing.
    case unexpected
    case silence, cancelled, unable, empty
    /// The call of the step has succeeded, or failed; a message could not be delivered.
    case success, failure
    /// The people of the step are away, do not answer, give the conversation back.
    case away, unanswered, givenBack
    case reminder
    /// An event from outside.
    case event(String)
    /// The step leads on by itself.
    case onward
    /// A conversation begins with these words.
    case beginning(String)

    /// Whether it is one of several answers to the question of the step.
    var isAnswer: Bool {
        switch self {
        case .answer, .reply: true
        default: false
        }
    }

    /// Whether an author writes an exit for it, so that it can be gained and lost without another question.
    var isExit: Bool {
        switch self {
        case .silence, .cancelled, .unable, .empty, .failure, .away, .unanswered, .reminder, .event, .beginning: true
        case .answer, .reply, .unexpected, .success, .givenBack, .onward: false
        }
    }
}

/// Where a conversation comes to: the next step at which the customer notices something, or something is called.
enum StepDestination: Hashable {
    case step(PlayStep)
    case end
    /// The question is asked again.
    case stays
    /// An earlier question, whichever it was.
    case back
    /// The question that a word interrupted.
    case resumed

    var step: PlayStep? { if case .step(let step) = self { step } else { nil } }
}
