import Expressions
import FlowModel

/// Reminders (flow language, 3.13 and 6.5).
extension TurnBuilder {
    /// How long a due reminder waits for the customer to finish.
    private static let patience = TimeLength.days(1)

    /// Sets a reminder, and continues. One that is already due is not set, nor one for a customer for whom as many wait as
    /// may: that takes the exit for failures of the step, if it has one of its own.
    ///
    /// Passing the step again without changes does not set a second reminder. One with a name takes the place of the
    /// one that has this name, whichever flow has set it; that one is gone even when the new one is already due.
    mutating func remind(_ reminder: Reminder, by step: Step) throws(EmptyName) -> Destination {
        let at = try moment(of: reminder.when)
        session.reminders.forget(setBy: step.name, of: session.flow, for: at, with: session.answers)
        let name = try reminder.name.map { phrase throws(EmptyName) in try nameOfReminder(phrase) }
        if let name { session.reminders.forget(named: name) }
        guard at > now else { return reminder.then }
        guard session.reminders.all.count < mostReminders else {
            remindersLeftOut.append(NamedStep(flow: session.flow, step: step.name))
            return reminder.hasExit && event.usesFourthRules ? fail(step) : reminder.then
        }
        session.reminders.add(
            WaitingReminder(
                id: newID(), flow: session.flow, step: step.name, target: named(reminder.go), at: at,
                answers: session.answers, name: name, turn: session.turn + 1))
        return reminder.then
    }

    /// How many reminders of one customer wait.
    private var mostReminders: Int { event.usesFourthRules ? engine.limits.reminders : min(engine.limits.reminders, 3) }

    /// The name of a reminder as it is stored: private values in it are compared like others.
    func nameOfReminder(_ phrase: Phrase) throws(EmptyName) -> String {
        let name = try text(phrase)
        return event.readsClosely ? PrivateMarks.plain(name) : name
    }

    private func moment(of when: Reminder.When) throws(EmptyName) -> Moment {
        switch when {
        case .after(let length): return now + length
        case .before(let length, let name):
            guard case .time(let slot)? = scope.value(of: name) else { throw EmptyName(name) }
            return slot.start - length
        }
    }

    private func named(_ destination: Destination) -> NamedStep? {
        guard case .step(let reference) = destination else { return nil }
        return NamedStep(flow: bot.flows[reference.flow].name, step: bot.step(reference).name)
    }

    /// Handles a due reminder: it is sent when the conversation has ended; while the customer is in the middle of
    /// something it waits, and with an agent it lapses.
    mutating func noticeReminder(_ id: String) throws(EngineError) -> Handling {
        guard let reminder = session.reminders[id], reminder.dueAt <= now else {
            return .ignored("the reminder is no longer waiting")
        }
        let lapsesAt = reminder.at + Self.patience
        switch session.status {
        case .waiting where lapsesAt > now, .calling where lapsesAt > now:
            session.reminders.hold(id, until: lapsesAt)
        case .waiting, .calling, .withPerson, .closed: session.reminders.remove(id)
        case .ended:
            session.reminders.remove(id)
            if lapsesAt >= now { try send(reminder) }
        }
        return .handled
    }

    /// Sends the reminders that waited for the end of the conversation, one after another.
    mutating func sendHeldReminders() throws(EngineError) {
        if session.status == .withPerson { session.reminders.forgetHeld() }
        while session.status == .ended, let reminder = session.reminders.takeHeld() {
            if reminder.dueAt > now { try send(reminder) }
        }
    }

    /// Continues at a reminder's destination, with the answers of its flow, unless its condition is true.
    private mutating func send(_ reminder: WaitingReminder) throws(EngineError) {
        guard let start = bot.start(of: reminder.flow) else { return }
        var later = self
        later.keepAnswersOfReminders()
        later.session.flow = reminder.flow
        later.session.trail = Trail()
        later.session.retries = Retries()
        if bot.oldTaps == .goBack { later.session.began = session.turn + 1 }
        let newest = reminder.laterAnswers ?? session.answers
        let written = bot.reference(flow: reminder.flow, step: reminder.step).flatMap { reference -> Reminder? in
            if case .remind(let reminder) = bot.step(reference).thing { reminder } else { nil }
        }
        if let unless = written?.unless {
            later.session.answers = current(answersFor: reminder)
            later.followEdits(always: true)
            if unless.isTrue(in: later.scope) { return }
        }
        later.session.answers = reminder.answers.filled(from: newest)
        later.followEdits(always: true)
        self = later
        if let go = written?.go { return try self.go(to: go) }
        if let target = reminder.target, let reference = bot.reference(flow: target.flow, step: target.step) {
            return try go(to: .step(reference))
        }
        sayOldTap()
        try go(to: .step(start))
    }

    /// What its flow knows now, for its condition: of every name the newest value, from the visit that set the reminder
    /// and all later ones.
    private func current(answersFor reminder: WaitingReminder) -> Fields {
        guard let later = reminder.laterAnswers else { return session.answers }
        let known = (reminder.newestAnswers ?? Fields()).filled(from: later)
        return session.flow == reminder.flow ? session.answers.filled(from: known) : known
    }

    /// The answers of the flow, and of those that wait for it, are about to be discarded: reminders that were set in
    /// them keep a copy.
    ///
    /// - Parameter depth: how many of the waiting flows keep their answers, and the one after them; `nil` for none.
    mutating func keepAnswersOfReminders(above depth: Int? = nil) {
        guard !session.reminders.isEmpty else { return }
        let waiting = session.frames.all.dropFirst(depth.map { $0 + 1 } ?? 0)
        let open = waiting.map { ($0.flow, $0.answers) } + [(session.flow, session.answers)]
        session.reminders.keep(Dictionary(open) { _, last in last })
    }
}

extension Fields {
    /// With the values of `others` for names that are empty here.
    func filled(from others: Fields) -> Fields {
        var fields = self
        for name in others.names where fields[name] == nil { fields[name] = others[name] }
        return fields
    }
}
