import Expressions
import FlowModel
import MessageModel

/// What agents do with a conversation that is with people.
extension TurnBuilder {
    /// Performs what an agent does.
    mutating func perform(_ act: AgentAct) -> Handling {
        guard session.status == .withPerson else { return .ignored(Session.notWithPeople) }
        switch act {
        case .send(let message):
            if let reason = send(message) { return .ignored(reason) }
            session.handover = nil
            return .handled
        case .transfer(let transfer): return self.transfer(transfer)
        case .note, .take, .release, .assign:
            return session.apply(act, by: event.by).map { .ignored($0) } ?? .handled
        }
    }

    /// Passes the conversation on to another queue. No agent has it there, and the step's `if_unanswered` begins again.
    private mutating func transfer(_ transfer: QueueTransfer) -> Handling {
        guard let queue = bot.queue(named: transfer.queue) else {
            return .ignored("there is no queue `\(transfer.queue)`")
        }
        guard queue.isOpen(at: now, of: bot) || transfer.mayWait else {
            return .ignored("the queue `\(queue.name)` is closed")
        }
        var state = session.people ?? PeopleState()
        state.queue = queue.name
        state.agent = nil
        session.people = state
        // The note may repeat private answers, as those between agents may.
        let note =
            session.isPrivate ? transfer.note.map { PrivateMarks.marked($0, by: Name("private")) } : transfer.note
        effects.handOver(to: queue, note: note)
        if let step = openStep.map(bot.step), case .handOver(let handOver) = step.thing {
            awaitPeople(handOver.unanswered)
        }
        return .handled
    }

    // Messages.

    /// Sends a message. Returns why it cannot be sent; `nil` when it is.
    private mutating func send(_ message: AgentMessage) -> String? {
        switch message {
        case .choices(let choices):
            ask(asked(choices))
            return nil
        case .question(let flow, let step): return ask(flow, step)
        case .link(let link):
            show(Card(.link(link), CardWording(wording)))
            return nil
        case .file(let file):
            show(Card(.file(FileCard(stored: file.id, name: file.name)), CardWording(wording)))
            return nil
        }
    }

    private mutating func show(_ card: Card) {
        for message in card.messages(on: session.device, CardWording(wording)) { effects.send(message, id: newID()) }
    }

    /// Sends a question whose answer is for people: the session waits for none.
    private mutating func ask(_ asked: AskedQuestion) {
        send(asked)
        var state = session.people ?? PeopleState()
        state.remember(asked)
        session.people = state
    }

    private mutating func asked(_ choices: AgentChoices) -> AskedQuestion {
        let options = choices.options.enumerated().map { index, option in
            AskedChoice.Option(choice: Choice(id: option.id, label: option.label), item: index)
        }
        return AskedQuestion(
            id: newID(), prompt: choices.title,
            bubble: MessageBubble(
                title: choices.title, note: chooseHint, image: nil, size: .icon, reply: replyTitle),
            hasOwnTitle: false,
            kind: .choice(
                AskedChoice(
                    style: .automatic, options: options, several: choices.several, atLeast: 1, atMost: nil,
                    numberHint: choices.several
                        ? plainText(bot.texts.phrase(.numberHint, in: session.language)) : "")))
    }

    /// Sends the question of a step. Returns why it cannot be sent.
    private mutating func ask(_ flow: String, _ step: String) -> String? {
        guard let reference = bot.reference(flow: flow, step: step), let question = question(at: reference) else {
            return "there is no question `\(step)` in a flow `\(flow)`"
        }
        let reason =
            event.usesFifthRules
            ? question.reasonAgainstAgents(in: bot.flows[reference.flow], of: bot)
            : question.reasonAgainstAgents
        if let reason { return "the question `\(step)` \(reason)" }
        do throws(EmptyName) {
            guard let asked = try question.asked(by: &self) else {
                return "the question `\(step)` has nothing to offer"
            }
            if case .form = asked.kind, !session.device.capabilities.contains(.form) {
                return "the device of the customer has no forms"
            }
            ask(asked)
            return nil
        } catch {
            return "the question `\(step)` needs `\(error.name)`, which is empty"
        }
    }
}

extension Question {
    /// Why agents cannot send it; `nil` when they can.
    fileprivate func reasonAgainstAgents(in flow: Flow, of bot: Bot) -> String? {
        if kind.offeredNames.contains(where: { bot.mayBePrivate($0, in: flow) }) {
            return "offers private answers: only its flow can ask it"
        }
        return reasonAgainstAgents
    }

    /// The same by the rules of before, which looked only at the question itself.
    fileprivate var reasonAgainstAgents: String? {
        if isPrivate { return "is private: only its flow can ask it" }
        switch kind {
        case .signIn, .pay, .app: return "needs its flow"
        case .times(let times) where times.places != nil: return "takes a place, which only its flow can do"
        case .choice, .times, .text, .number, .money, .date, .photo, .file, .place, .form: return nil
        }
    }
}

extension Bot {
    /// The questions that agents can send, in the order of the flows.
    var questionsForAgents: [(flow: String, step: String, question: Question)] {
        flows.flatMap { flow in
            flow.steps.compactMap { step in
                guard case .ask(let question) = step.thing, question.reasonAgainstAgents(in: flow, of: self) == nil
                else {
                    return nil
                }
                return (flow.name, step.name, question)
            }
        }
    }
}
