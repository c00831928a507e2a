import Expressions
import FlowModel
import MessageModel

/// Replies that have arrived and cannot be read. Customers believe that they have answered, so the flow must react.
extension TurnBuilder {
    /// Accepts what the title of the reply names; otherwise takes the open question's exit for failures, or without one
    /// asks the question again.
    mutating func hear(
        _ reply: UnreadableReply, _ open: OpenQuestion, from bubble: BubbleOrigin?
    ) throws(EngineError) -> Handling {
        if let title = reply.title, open.isAsked(by: reply.question),
            let value = open.asked.answer(to: Selection(question: nil, groups: [], title: title), ids: [])
        {
            try accept(value, open)
            return .handled
        }
        if open.asked.kind.isReportedByService {
            return .ignored("the payment processor or the sign-in provider reports the result")
        }
        if open.asked.kind.isAnsweredInBubble, open.isAsked(by: reply.question) { return try failUnread(open) }
        // It was meant for an earlier question: this one is not answered in a bubble.
        if reply.question != nil, bubble == nil { return .neverSent }
        sayOldTap()
        try repeatQuestion()
        return .handled
    }

    private mutating func failUnread(_ open: OpenQuestion) throws(EngineError) -> Handling {
        let step = openStep.map(bot.step)
        if step?.failed == nil {
            try misfit(open)
        } else if case .app = open.asked.kind {
            return try failOpen(open, "unreadable")
        } else if let step {
            try leaveQuestion(for: fail(step))
        }
        return .handled
    }
}
