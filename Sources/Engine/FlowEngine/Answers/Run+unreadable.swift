import Expressions
import FlowModel
import MessageModel

/// Answers that came and cannot be read. The customer believes to have answered, so something has to follow.
extension Run {
    /// Takes what the title of the answer says; else the exit of the open question for failures, and without one the
    /// question is asked again. Returns why it is ignored, or `nil`.
    mutating func hear(
        _ reply: UnreadableReply, _ open: OpenQuestion, from bubble: BubbleOrigin?
    ) throws(EngineError) -> String? {
        if let title = reply.title, open.isAsked(by: reply.question),
            let value = open.asked.answer(to: Selection(question: nil, groups: [], title: title), ids: [])
        {
            try accept(value, open)
            return nil
        }
        switch open.asked.kind {
        case .signIn, .pay: return "what comes of this question is told by others"
        case .choice, .times, .form, .app: if open.isAsked(by: reply.question) { return try failUnread(open) }
        case .text, .number, .money, .date, .photo, .file, .place: break
        }
        // It was meant for an earlier question: this one is not answered in a bubble.
        if reply.question != nil, bubble == nil { return "a reply to a question that was never sent" }
        sayOldTap()
        try repeatQuestion()
        return nil
    }

    private mutating func failUnread(_ open: OpenQuestion) throws(EngineError) -> String? {
        let step = openStep.map(bot.step)
        if step?.failed == nil {
            try misfit(open)
        } else if case .app = open.asked.kind {
            return try failOpen(open, "unreadable")
        } else if let step {
            try leaveQuestion(for: fail(step))
        }
        return nil
    }
}
