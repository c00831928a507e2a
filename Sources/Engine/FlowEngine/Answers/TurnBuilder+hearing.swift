import Expressions
import FlowModel
import MessageModel

extension TurnBuilder {
    /// Handles a message of the customer.
    mutating func hear(_ heard: Heard, from bubble: BubbleOrigin?) throws(EngineError) -> Handling {
        noteSender()
        switch session.status {
        case .withPerson where findsNothingOpen(heard): return .notOpen
        case .withPerson:
            fetchForPeople(heard)
            return .handled
        case .calling where heard.isOfService, .ended where heard.isOfService, .closed where heard.isOfService:
            return .notOpen
        case .ended, .closed: return try begin(with: heard, from: bubble)
        case .waiting:
            if try !takeLapsedSlots() { return findsNothingOpen(heard) ? .notOpen : .handled }
            return try answer(heard, from: bubble)
        case .calling: return try hearWhileCalling(heard)
        }
    }

    /// Whether a message has no meaning where no question is open: it is of a service, which may have taken money.
    private func findsNothingOpen(_ heard: Heard) -> Bool { heard.isOfService && event.usesSeventhRules }

    /// Stores what the event says of the customer's device. A language that they have chosen counts more than that of
    /// the device.
    mutating func noteSender() {
        guard let sender = event.sender else { return }
        session.device = sender.device
        session.language = chosenLanguage ?? bot.language(for: sender.locale ?? session.language)
        session.region = sender.region.map { bot.region(for: $0) }
    }

    // Answers to a question.

    private mutating func answer(_ heard: Heard, from bubble: BubbleOrigin?) throws(EngineError) -> Handling {
        guard let open = session.open else {
            if findsNothingOpen(heard) { return .notOpen }
            try start()
            return .handled
        }
        switch heard {
        case .choice(let selection):
            if let answer = open.asked.beside(chosenIn: selection, ids: open.ids) {
                try take(answer, open)
                break
            }
            let today = bot.zone.date(at: now)
            if let which = open.which, selection.question == which.id, open.asked.isReadFreely {
                return try hear(selection, about: which, open)
            }
            if let value = open.asked.answer(to: selection, ids: open.ids)
                ?? open.day(chosenIn: selection, today: today)
                ?? open.asked.day(chosenIn: selection, ids: open.ids, today: today)
            {
                try accept(value, open)
            } else if open.asked.isSkipped(by: selection, ids: open.ids) {
                try accept(nil, open)
            } else if selection.question.map(open.ids.contains) ?? false {
                try misfit(open)
            } else if let bubble {
                if try !goBack(to: bubble, with: selection) {
                    sayOldTap()
                    try repeatQuestion()
                }
            } else {
                return .neverSent
            }
        case .text(let text): try hear(text, open)
        case .signIn(let reply): return try take(reply, open)
        case .pay(let reply): return try take(reply, open)
        case .app(let reply): return try take(reply, open)
        case .files(let files, let text): try hear(files, text, open)
        case .place(let place): try hear(place, open)
        case .form(let reply): return try hear(reply, open, from: bubble)
        case .unreadable(let reply): return try hear(reply, open, from: bubble)
        }
        return .handled
    }

    /// Offered answers and the skip word take precedence, then the anywhere words, those inside the text last, then what
    /// a typed question accepts.
    mutating func hear(_ text: String, _ open: OpenQuestion) throws(EngineError) {
        let text = PrivateMarks.withoutMarks(text)
        let today = bot.zone.date(at: now)
        if try hear(text, aboutWhatWasMeant: open) { return }
        if let answer = open.asked.beside(typed: text) { return try take(answer, open) }
        if let value = open.asked.offeredAnswer(to: text) ?? open.day(meantBy: text, today: today) {
            return try accept(value, open)
        }
        if open.asked.isSkipped(by: text) { return try accept(nil, open) }
        if isGoodbye(text) { return sayGoodbye() }
        let flow = bot.start(of: session.flow)
        if let destination = anywhere(text, in: flow) ?? contained(text, in: flow) {
            keepSaid(text, isPrivate: isAnsweredPrivately(open))
            return try interrupt(destination)
        }
        if event.readsClosely, let value = open.day(namedBy: text, in: typedWords, today: today) {
            return try accept(value, open)
        }
        let answer = open.asked.typedAnswer(to: text, in: typedWords, today: today)
        if let answer { return try accept(answer, open) }
        if try hearFreely(text, open) { return }
        if let days = open.asked.daysMeant(by: text, in: typedWords, today: today) {
            return askWhich(days, open)
        }
        let said = keepSaid(text, isPrivate: isAnsweredPrivately(open))
        if open.gathered != nil { return }
        if case .accept? = openStepQuestion?.other, open.asked.takesAnyWords {
            return try accept(open.asked.acceptedAnswer(said), open)
        }
        try misfit(open)
    }

    /// Stores the typed text that did not answer anything, for notes to agents.
    @discardableResult mutating func keepSaid(_ text: String, isPrivate: Bool) -> String {
        let said = String(text.prefix(engine.limits.characters))
        session.said = said
        if isPrivate { keepPrivate("said") } else { session.privateNames.forget("said") }
        return said
    }

    /// Stores the answer, or that there is none, and continues at its destination in the newest version of the flow.
    mutating func accept(_ value: Value?, _ open: OpenQuestion) throws(EngineError) {
        notePrivacy(of: open)
        if try !takeSlot(value, open) { return }
        if let form = open.form { return try acceptPage(value, form, open) }
        remember(value, as: open.name)
        session.retries.forget(session.step)
        followEdits()
        mark(.answered)
        guard let question = openStepQuestion,
            let destination = question.destination(of: value, open, bot.version)
        else { return try startOver() }
        if let value { for item in question.items(of: value, open, bot.version) { pass(.answer(item)) } }
        if destination == .back { session.answers[open.name] = nil }
        try leaveQuestion(for: destination)
    }

    /// Starts the flow again, after a message, because the step that waited no longer exists.
    mutating func startOver() throws(EngineError) {
        sayOldTap()
        try go(to: .step(bot.start(of: session.flow) ?? bot.start))
    }

    /// Handles a reply that does not match: a limited number of retries, then the exit.
    mutating func misfit(_ open: OpenQuestion) throws(EngineError) {
        guard let question = openStepQuestion else { return try startOver() }
        // The customer may be writing because a tap on the question had no effect.
        if let lapsed = event.lapsed, lapsed == open.asked.id { return try repeatQuestion() }
        guard case .retry(let phrase, let tries, let then) = question.other else { return try repeatQuestion() }
        mark(.unexpected)
        guard open.misfits < tries else {
            pass(.other)
            return try leaveQuestion(for: then)
        }
        session.open?.misfits += 1
        say(
            [phrase.map { plainText($0) }, event.readsClosely ? hint(of: open) : nil].compactMap { $0 }.joined(
                separator: "\n"))
        try repeatQuestion()
    }

    /// What the open page of a form requires, where it was sent as a question.
    private func hint(of open: OpenQuestion) -> String? {
        guard let form = open.form, let page = form.page else { return nil }
        return form.form?.page(named: page)?.field.hint.map { marked($0, onPage: page, of: openStepQuestion) }
    }

    // Anywhere words.

    /// Leaves the open question for the destination of an anywhere word; `resume` returns from a step to the question.
    mutating func interrupt(_ destination: Destination) throws(EngineError) {
        if case .step = destination {
            let place = Interruption(
                flow: session.flow, step: session.step, answers: nil, trail: session.trail,
                depth: session.frames.depth, form: session.open?.form)
            session.interrupted.add(place)
        } else if destination == .resume, session.interrupted.isEmpty {
            return try repeatQuestion()
        }
        try leaveQuestion(for: destination)
    }

    /// The destination of a word in the flow of `reference`.
    func anywhere(_ text: String, in reference: StepReference?) -> Destination? {
        let words = event.readsClosely ? text.asTypedWords : [text.asTyped]
        if let destination = words.lazy.compactMap({ anywhere(word: $0, in: reference) }).first { return destination }
        return words.contains { ["menu", "list", "?"].contains($0) } || text == "?" ? .step(bot.start) : nil
    }

    private func anywhere(word: String, in reference: StepReference?) -> Destination? {
        let flow = reference.map { bot.flows[$0.flow] }
        let language = session.language
        let ofFlow = flow.flatMap { $0.anywhereByLanguage[language]?[word] ?? $0.anywhere[word] }
        return ofFlow ?? bot.anywhereByLanguage[language]?[word] ?? bot.anywhere[word]
    }

    /// The destination of the first line of `contains` with words that stand in a text: those of the flow of
    /// `reference`, then those of the bot.
    func contained(_ text: String, in reference: StepReference?) -> Destination? {
        let lines = (reference.map { bot.flows[$0.flow].contained } ?? []) + bot.contained
        let languages = [session.language, bot.languages[0]]
        return lines.first { $0.words.stand(in: text, languages: languages) }?.destination
    }

    func isGoodbye(_ text: String) -> Bool { ["stop", "end", "unsubscribe"].contains(text.asTyped) }

    mutating func sayGoodbye() {
        say(plainText(bot.texts.phrase(.goodbye, in: session.language)))
        session.reminders = WaitingReminders()
        dropHeldEvents(.stopped)
        end()
    }
}

extension AskedQuestion {
    /// Whether any text can be accepted as an answer: for choices, times and dates. Other typed questions have limits,
    /// and a text outside them is not an answer even when the flow accepts any.
    fileprivate var takesAnyWords: Bool {
        if case .date = kind { true } else { kind.offersAnswers }
    }
}

extension Question {
    /// The destination of an answer in this version of the question; `nil` when it no longer has one.
    func destination(of value: Value?, _ open: OpenQuestion, _ version: String) -> Destination? {
        guard case .choice(let choice) = kind, case .choice(let chosen) = value else { return then }
        let item = open.version == version ? open.item(of: chosen).map { choice.items[$0] } : choice.item(like: chosen)
        return item?.then ?? then
    }
}

extension Question {
    /// The indexes of the chosen answers, as far as this version of the question still has them.
    fileprivate func items(of value: Value, _ open: OpenQuestion, _ version: String) -> [Int] {
        guard open.version == version, case .choice = kind else { return [] }
        switch value {
        case .choice(let chosen): return [open.item(of: chosen)].compactMap { $0 }
        case .list(let values): return values.flatMap { items(of: $0, open, version) }
        default: return []
        }
    }
}

extension OpenQuestion {
    fileprivate func item(of chosen: Choice) -> Int? {
        guard case .choice(let choice) = asked.kind else { return nil }
        return choice.options.first { $0.choice.id == chosen.id }?.item
    }
}

extension ChoiceQuestion {
    /// The answer with this id, in a version of the flow other than the one that asked; ids from a list belong to its
    /// `each`.
    fileprivate func item(like chosen: Choice) -> Item? {
        items.first { $0.each == nil && ($0.id ?? $0.label).source.constant == chosen.id }
            ?? items.first { $0.each != nil }
    }
}
