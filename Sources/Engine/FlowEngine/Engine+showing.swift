import Expressions
import FlowModel
import MessageModel

extension Engine {
    /// A redacted event, with the name of a private answer in its place; `nil` when it contains no private data.
    ///
    /// - Parameter session: the conversation before the event.
    public func shown(_ event: Event, in session: Session?) -> Event? {
        var shown = event
        switch event.kind {
        case .heard(.pay(var reply), let bubble):
            reply.contact = PayContact()
            shown.kind = .heard(.pay(reply), bubble: bubble)
        case .heard(.signIn(var reply), let bubble):
            // Regardless of when it arrives: also when the question is no longer open.
            if case .success(let claims) = reply.outcome {
                reply.outcome = .success(Fields(claims.names.map { ($0, .text("(private)")) }))
            }
            shown.kind = .heard(.signIn(reply), bubble: bubble)
        case .sheetChanged(let question, .address):
            shown.kind = .sheetChanged(question: question, .address(PlaceValue(name: "(address)")))
        case .heard(let heard, let bubble):
            if let name = privateAnswer(to: heard, bubble, session) {
                shown.kind = .heard(.text("(\(name))"), bubble: nil)
            }
        case .called(let id, .gave) where session?.call?.id == id && session?.fetchesPrivately ?? false:
            shown.kind = .called(id: id, .gave(FileFetch.redactedFields))
        case .called(let id, .gave(let fields)):
            guard let session, session.call?.id == id, session.open == nil,
                let step = bot.reference(flow: session.flow, step: session.step).map(bot.step),
                case .call(let call) = step.thing
            else { break }
            var open = fields
            for name in bot.actions[call.action].privateNames where fields[name] != nil {
                open[name] = .text("(\(name))")
            }
            shown.kind = .called(id: id, .gave(open))
        case .outside(var outside):
            for name in bot.event(named: outside.name)?.privateFields ?? [] where outside.fields[name] != nil {
                outside.fields[name] = .text("(\(name))")
            }
            shown.kind = .outside(outside)
        default:
            if let quiet = event.withoutNote(in: session) { shown = quiet }
        }
        for fact in event.sender?.privateFacts ?? [] where event.sender?.facts[fact] != nil {
            shown.sender?.facts[fact] = .text("(private)")
        }
        return shown == event ? nil : shown
    }

    /// The name of the private question that the customer may have answered: the open one, or the one whose bubble they
    /// tapped.
    private func privateAnswer(to heard: Heard, _ bubble: BubbleOrigin?, _ session: Session?) -> String? {
        if let session, let open = session.open, session.status == .waiting {
            let question = question(flow: session.flow, step: session.step)
            if open.isPrivate || question?.isPrivate ?? false { return open.name }
            // A tap on an answer that derives from private data reveals it again.
            if session.isPrivate(Name(open.name)) { return open.name }
        }
        guard let bubble, let question = question(flow: bubble.flow, step: bubble.step), question.isPrivate else {
            return nil
        }
        return question.name
    }

    private func question(flow: String, step: String) -> Question? {
        guard let step = bot.reference(flow: flow, step: step).map(bot.step), case .ask(let question) = step.thing
        else {
            return nil
        }
        return question
    }
}

extension Session {
    /// Whether the current call fetches files for a private answer.
    fileprivate var fetchesPrivately: Bool {
        guard status == .calling, let open else { return false }
        return open.isPrivate || isPrivate(Name(open.name))
    }
}
