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
            if let name = privateAnswer(bubble, session) {
                shown.kind = .heard(.text("(\(name))"), bubble: nil)
            } else if case .choice(let selection) = heard, let question = questionWithPrivateTexts(bubble, session) {
                shown.kind = .heard(.choice(selection.hidingTitles(behind: "(\(question.name))")), bubble: bubble)
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
    /// tapped. A question is private too when what it offers is.
    private func privateAnswer(_ bubble: BubbleOrigin?, _ session: Session?) -> String? {
        if let session, let open = session.open, session.status == .waiting {
            let question = question(flow: session.flow, step: session.step)
            if open.isPrivate || question?.isPrivate ?? false { return open.name }
            // A tap on an answer that derives from private data reveals it again.
            if session.isPrivate(Name(open.name)) { return open.name }
            guard session.isPrivate || bubble != nil else { return nil }
            if question?.kind.offeredNames.contains(where: { session.isPrivate($0) }) ?? false { return open.name }
        }
        guard let bubble else { return nil }
        switch bot.reference(flow: bubble.flow, step: bubble.step).map(bot.step)?.thing {
        case .ask(let question):
            let isPrivate = question.isPrivate || arePrivate(question.kind.offeredNames, session, bubble)
            return isPrivate ? question.name : nil
        // People have asked there, and what they offer is not private.
        case .handOver: return nil
        // What an edit has removed may have offered anything.
        case .go, .decide, .call, .run, .remind, nil: return bot.privateSources.isEmpty ? nil : "private"
        }
    }

    /// The question to which a tap belongs, if its bubble has private texts: devices return headings and titles with the
    /// answer.
    private func questionWithPrivateTexts(_ bubble: BubbleOrigin?, _ session: Session?) -> Question? {
        if let bubble {
            return self.question(flow: bubble.flow, step: bubble.step).flatMap { question in
                arePrivate(question.returnedNames, session, bubble) ? question : nil
            }
        }
        guard let session, session.isPrivate, session.status == .waiting,
            let question = question(flow: session.flow, step: session.step)
        else { return nil }
        return question.returnedNames.contains { session.isPrivate($0) } ? question : nil
    }

    /// Whether one of the names in a question of an old bubble is private: now, or on any path of its flow, since the
    /// conversation in which it was asked may be over.
    private func arePrivate(_ names: [Name], _ session: Session?, _ bubble: BubbleOrigin) -> Bool {
        let flow = bot.start(of: bubble.flow).map { bot.flows[$0.flow] }
        return names.contains { name in
            session?.isPrivate(name) ?? false || flow.map { bot.mayBePrivate(name, in: $0) } ?? false
        }
    }

    private func question(flow: String, step: String) -> Question? {
        guard let step = bot.reference(flow: flow, step: step).map(bot.step), case .ask(let question) = step.thing
        else {
            return nil
        }
        return question
    }
}

extension Selection {
    /// The same answer without the headings and the title of its bubble.
    fileprivate func hidingTitles(behind standIn: String) -> Selection {
        var selection = self
        selection.title = title.map { _ in standIn }
        for index in groups.indices where !groups[index].title.isEmpty { selection.groups[index].title = standIn }
        return selection
    }
}

extension Session {
    /// Whether the current call fetches files for a private answer.
    fileprivate var fetchesPrivately: Bool {
        guard status == .calling, let open else { return false }
        return open.isPrivate || isPrivate(Name(open.name))
    }
}
