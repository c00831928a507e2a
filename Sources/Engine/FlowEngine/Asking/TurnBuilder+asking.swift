import Expressions
import FlowModel
import MessageModel

extension TurnBuilder {
    /// Sends a question in the best form that the device supports.
    ///
    /// - Parameter shown: the question without private data; `nil` when only its texts can contain any.
    mutating func send(_ asked: AskedQuestion, shown: AskedQuestion? = nil) {
        let messages = asked.presentation(on: session.device).messages
        let shown = shown?.presentation(on: session.device).messages
        // Answers beside the slots of a time picker follow it in a message of their own.
        let bearer = messages.firstIndex { $0.question == asked.id } ?? messages.count - 1
        for (index, message) in messages.enumerated() {
            effects.send(
                message, id: newID(), asking: index == bearer ? asked : nil,
                shown: shown.map { $0.indices.contains(index) ? $0[index] : .text("(question)") })
        }
    }

    /// Asks the question of a step again, without the messages before it. Returns the next destination when it cannot
    /// be asked.
    ///
    /// - Parameter form: previously answered pages; the question continues with the next one.
    mutating func ask(_ reference: StepReference, goingOnWith form: FormProgress? = nil) -> Destination? {
        enter(reference)
        guard let question = question(at: reference) else { return .step(reference) }
        if let form, case .form = question.kind {
            askPage(of: form, name: question.name, version: bot.version, question)
            return nil
        }
        return put(question, bot.step(reference))
    }

    /// Asks the customer a question. Returns the next destination when it has nothing to offer or cannot be filled in.
    mutating func put(_ question: Question, _ step: Step) -> Destination? {
        do throws(EmptyName) {
            guard let asked = try question.asked(by: &self) else { return findsNothing(to: question, step) }
            if question.unable != nil, !asked.hasOwnForm(on: session.device), !asked.hasPayPage {
                return cannotAsk(question, step)
            }
            if case .form = asked.kind, !session.device.capabilities.contains(.form) {
                beginPages(of: asked, question)
                return nil
            }
            send(asked, shown: redacted(asked, question))
            session.open = OpenQuestion(
                asked: asked, name: question.name, version: bot.version, earlierIDs: [], misfits: 0, silences: 0,
                silentAt: question.silent.map { now + $0.after }, turn: session.turn + 1,
                isPrivate: isAnsweredPrivately(question))
            session.status = .waiting
            return nil
        } catch {
            note(error, in: step)
            return fail(step)
        }
    }

    /// Asks the open question once more, without resetting the counters.
    mutating func repeatQuestion() throws(EngineError) {
        guard let open = session.open, let reference = openStep else { return try start() }
        if open.form != nil { return repeatPage(open) }
        if case .times(let times) = open.asked.kind, let last = times.earlier.last {
            page = SlotPage(after: last.slot.start, earlier: times.earlier)
        }
        defer { page = nil }
        if let onward = ask(reference) { return try go(to: onward) }
        guard session.open?.name == open.name, openStep == reference else { return }
        session.open?.misfits = open.misfits
        session.open?.earlierIDs = Array(open.ids.suffix(10))
    }

    /// A question that has nothing to offer leads to `if_empty`, and without it where one leads that the device cannot
    /// show.
    private mutating func findsNothing(to question: Question, _ step: Step) -> Destination? {
        guard let exit = question.empty else { return cannotAsk(question, step) }
        pass(.empty)
        return leave(by: exit)
    }

    /// A question that has nothing to offer, or that the device cannot show, leads to `if_unable`, otherwise to the
    /// exit for failures.
    mutating func cannotAsk(_ question: Question, _ step: Step) -> Destination? {
        trace.note("the question of the step `\(step.name)` has nothing to offer, or the device cannot show it")
        if let exit = question.unable {
            pass(.unable)
            return leave(by: exit)
        }
        if step.failed != nil { return fail(step) }
        if case .retry(_, _, let then) = question.other { return then }
        return .end
    }

    /// The customer has dismissed a question: `if_cancelled`, otherwise the exit for failures.
    mutating func cancel(_ question: Question, _ step: Step) -> Destination {
        guard let exit = question.cancelled else { return fail(step) }
        pass(.cancelled)
        return leave(by: exit)
    }

    private mutating func leave(by exit: PlainExit) -> Destination {
        if let phrase = exit.say { say(plainText(phrase)) }
        return exit.then
    }

    /// Takes a step's exit for failures: a limited number of retries from an earlier step, then its destination.
    /// Without an exit the conversation ends.
    mutating func fail(_ step: Step) -> Destination {
        guard let failed = step.failed else { return .end }
        pass(.failed)
        if let phrase = failed.say { say(plainText(phrase)) }
        if let retry = failed.retryFrom, session.retries.retry(step.name, upTo: failed.tries) { return retry }
        session.retries.forget(step.name)
        return failed.then
    }

    /// Hands the conversation over to agents, or continues elsewhere while the queue is closed.
    mutating func handOver(_ handOver: HandOver) throws(EmptyName) -> Destination? {
        let queue = bot.queues[handOver.queue]
        if let away = handOver.ifAway, !queue.isOpen(at: now, of: bot) {
            pass(.away)
            return away
        }
        let note = try handOver.note.map { phrase throws(EmptyName) in try text(phrase) }
        effects.handOver(to: queue, note: note)
        session.status = .withPerson
        session.open = nil
        if session.people != nil { session.people = nil }
        if let meanwhile = handOver.meanwhile { say(plainText(meanwhile)) }
        awaitPeople(handOver.unanswered)
        return nil
    }

    /// The question that was interrupted last, with its form if that was partially answered; the start of its flow when
    /// an edit has removed it.
    mutating func resumed() -> (StepReference, FormProgress?)? {
        guard let place = session.interrupted.takeLast() else { return nil }
        if let answers = place.answers {
            keepAnswersOfReminders()
            session.flow = place.flow
            session.answers = answers
            session.frames = place.frames
            followEdits(always: true)
        } else {
            giveUpRuns(above: place.depth)
        }
        session.trail = place.trail
        if let reference = bot.reference(flow: place.flow, step: place.step) { return (reference, place.form) }
        sayOldTap()
        return bot.start(of: place.flow).map { ($0, place.form) }
    }
}

extension AskedQuestion {
    /// Whether every device can pay: those without a pay sheet on a page of the business.
    fileprivate var hasPayPage: Bool {
        if case .pay(let pay) = kind { pay.page != nil } else { false }
    }
}
