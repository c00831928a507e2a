import Expressions
import FlowModel
import MessageModel

/// What customers type instead of tapping, by the rules of `Docs/Typing.md`: a clear meaning is the answer, several lead
/// to the question which is meant, and before an answer that sets something in motion the bot asks whether it has
/// understood.
extension TurnBuilder {
    /// Reads a text that answers nothing as it stands. Returns whether it has a meaning.
    mutating func hearFreely(_ text: String, _ open: OpenQuestion) throws(EngineError) -> Bool {
        guard event.readsFreely, open.asked.isReadFreely else { return false }
        // An answer to the question which of several is meant; otherwise any other answer.
        if open.meant == nil, let which = open.which, try take(reading(of: text, which), of: which, open) {
            return true
        }
        if event.readsClosely, case .times(let times) = open.asked.kind {
            return try hearTime(text, times, open)
        }
        return try take(reading(of: text, open.asked), of: open.asked, open)
    }

    private func reading(of text: String, _ asked: AskedQuestion) -> FreeReading? {
        asked.freeReading(
            of: text, in: typedWords, languages: (session.language, bot.languages[0]), zone: bot.zone,
            today: bot.zone.date(at: now), rules: event.labelRules)
    }

    mutating func take(
        _ reading: FreeReading?, of asked: AskedQuestion, _ open: OpenQuestion
    ) throws(EngineError) -> Bool {
        switch reading {
        case nil: return false
        case .certain(let value): try accept(value, open)
        case .likely(let value) where commits(value, open): confirm(value, open)
        case .likely(let value): try accept(value, open)
        case .ambiguous(let places): askWhich(places, of: asked, open)
        }
        return true
    }

    // Whether an answer sets something in motion.

    private func commits(_ value: Value, _ open: OpenQuestion) -> Bool {
        guard let question = openStepQuestion else { return false }
        if var progress = open.form {
            if let page = progress.page {
                progress.answers[page] = value
                if progress.way.next != nil || progress.form?.hasSummary ?? false && !progress.isSent { return false }
            }
            return question.then.map(bot.commits) ?? false
        }
        return question.destination(of: value, open, bot.version).map(bot.commits) ?? false
    }

    // Asking back. The question stays open, and this does not count as a retry.

    private mutating func askWhich(_ places: [Int], of asked: AskedQuestion, _ open: OpenQuestion) {
        let isTimes = if case .times = asked.kind { true } else { false }
        let prompt = plainText(bot.texts.phrase(isTimes ? .whichTime : .whichAnswer, in: session.language))
        let which = asked.narrowed(to: places, id: newID(), prompt: prompt)
        if isAnsweredPrivately(open) {
            say(which, open)
        } else {
            send(which)
            ask(which, meant: nil, open)
        }
    }

    /// Repeats what was understood, and asks whether it is right.
    mutating func confirm(_ value: Value, _ open: OpenQuestion) {
        let phrase = plainText(bot.texts.phrase(.understood, in: session.language))
        let words = wording.text(value)
        if isAnsweredPrivately(open) {
            notePrivacy(of: open)
            say("\(phrase)\n\(PrivateMarks.marked(words, by: Name([open.name])))")
            return ask(nil, meant: nil, open)
        }
        let prompt = "\(phrase) \(words)"
        let options = [(Self.yesID, BotTexts.Key.yesWord), (Self.noID, .noWord)].enumerated().map { index, word in
            let label = plainText(bot.texts.phrase(word.1, in: session.language))
            return AskedChoice.Option(choice: Choice(id: word.0, label: label), item: index)
        }
        let bubble = MessageBubble(title: prompt, note: chooseHint, image: nil, size: .icon, reply: replyTitle)
        let asked = AskedQuestion(
            id: newID(), prompt: prompt, bubble: bubble, hasOwnTitle: false,
            kind: .choice(
                AskedChoice(
                    style: .automatic, options: options, several: false, atLeast: 1, atMost: nil, numberHint: "")))
        send(asked)
        ask(asked, meant: value, open)
    }

    private static var yesID: String { "yes" }
    private static var noID: String { "no" }

    /// The offered answers as lines of a text, marked as private; the customer writes one of them.
    private mutating func say(_ which: AskedQuestion, _ open: OpenQuestion) {
        notePrivacy(of: open)
        let labels: [String] =
            switch which.kind {
            case .choice(let choice): choice.options.map(\.label)
            case .times(let times): times.slots.map { wording.text($0.value) }
            default: []
            }
        let lines = labels.map { PrivateMarks.marked($0, by: Name([open.name])) }
        say(([which.prompt] + lines).joined(separator: "\n"))
        ask(nil, meant: nil, open)
    }

    private mutating func ask(_ which: AskedQuestion?, meant value: Value?, _ open: OpenQuestion) {
        var again = open
        again.which = which
        again.meant = value
        if let which { again.earlierIDs = Array((open.earlierIDs + [which.id]).suffix(10)) }
        again.wait(for: openStepQuestion, since: now, in: session.turn + 1)
        session.open = again
    }

    // Answers to such a question.

    /// Handles a tap on it.
    mutating func hear(
        _ selection: Selection, about which: AskedQuestion, _ open: OpenQuestion
    ) throws(EngineError) -> Handling {
        guard let value = which.answer(to: selection, ids: [which.id]) else {
            try misfit(open)
            return .handled
        }
        try take(value, about: open)
        return .handled
    }

    /// Handles a text that may answer it: an offered answer, or yes and no. Returns whether it did.
    mutating func hear(_ text: String, aboutWhatWasMeant open: OpenQuestion) throws(EngineError) -> Bool {
        guard let which = open.which, open.asked.isReadFreely else { return false }
        if let value = which.offeredAnswer(to: text) {
            try take(value, about: open)
            return true
        }
        guard open.meant != nil, case .certain(let value)? = reading(of: text, which) else { return false }
        try take(value, about: open)
        return true
    }

    private mutating func take(_ value: Value, about open: OpenQuestion) throws(EngineError) {
        guard let meant = open.meant else { return try accept(value, open) }
        if case .choice(let choice) = value, choice.id == Self.yesID {
            if let beside = open.asked.beside(meant) { return try take(beside, open) }
            return try accept(meant, open)
        }
        session.open?.which = nil
        session.open?.meant = nil
        try repeatQuestion()
    }
}
