import Expressions
import FlowModel
import MessageModel

/// An ambiguous date leads to a question to the customer and is never guessed.
extension TurnBuilder {
    /// The parser for typed text.
    var typedWords: TypedWords {
        var words =
            session.region.map { TypedWords(language: session.language, region: $0) }
            ?? TypedWords(language: session.language, device: event.sender?.locale)
        words.readsMoreDays = event.usesFourthRules
        return words
    }

    /// Asks which of several dates is meant. The question stays open, and this does not count as a retry.
    mutating func askWhich(_ days: [CalendarDate], _ open: OpenQuestion) {
        var again = open
        let prompt = plainText(bot.texts.phrase(.whichDay, in: session.language))
        if isAnsweredPrivately(open) {
            notePrivacy(of: open)
            let name = Name([open.name])
            say(([prompt] + days.map { PrivateMarks.marked(words(of: $0), by: name) }).joined(separator: "\n"))
            if event.readsClosely { again.which = choice(among: days, prompt) }
        } else {
            let which = choice(among: days, prompt)
            send(which)
            again.which = which
            again.earlierIDs = Array((open.earlierIDs + [which.id]).suffix(10))
        }
        again.wait(for: openStepQuestion, since: now, in: session.turn + 1)
        session.open = again
    }

    private mutating func choice(among days: [CalendarDate], _ prompt: String) -> AskedQuestion {
        let options = days.enumerated().map { index, day in
            AskedChoice.Option(choice: Choice(id: day.iso, label: words(of: day)), item: index)
        }
        return AskedQuestion(
            id: newID(), prompt: prompt,
            bubble: MessageBubble(title: prompt, note: chooseHint, image: nil, size: .icon, reply: replyTitle),
            hasOwnTitle: false,
            kind: .choice(
                AskedChoice(
                    style: .automatic, options: options, several: false, atLeast: 1, atMost: nil, numberHint: "")))
    }

    /// The date with the month as a word, which is unambiguous in every region.
    private func words(of day: CalendarDate) -> String { wording.text(.date(day), as: .date) }
}

extension AskedQuestion {
    /// The dates that a text can mean, when there are several.
    func daysMeant(by text: String, in words: @autoclosure () -> TypedWords, today: @autoclosure () -> CalendarDate)
        -> [CalendarDate]?
    {
        guard case .date(let date) = kind else { return nil }
        return date.daysMeant(by: text, in: words(), today: today())
    }
}

extension OpenQuestion {
    /// Restarts the wait, because it is asked once more.
    ///
    /// - Parameter question: the question of its step, which limits the time.
    mutating func wait(for question: Question?, since moment: Moment, in turn: Int) {
        silences = 0
        silentAt = question?.silent.map { moment + $0.after }
        self.turn = turn
    }

    /// The date that a tap chooses among the offered interpretations, if it is within the limits as of the day of the
    /// answer.
    func day(chosenIn selection: Selection, today: CalendarDate) -> Value? {
        which.flatMap { day($0.answer(to: selection, ids: [$0.id]), today: today) }
    }

    /// The date that a typed text chooses among the offered interpretations, by its text or its number.
    func day(meantBy text: String, today: CalendarDate) -> Value? {
        day(which?.offeredAnswer(to: text), today: today)
    }

    /// The date that a typed text names among the offered interpretations: `Thursday`, `the 12th`.
    func day(namedBy text: String, in words: @autoclosure () -> TypedWords, today: CalendarDate) -> Value? {
        guard case .date(let date) = asked.kind, case .choice(let offered)? = which?.kind else { return nil }
        let days = words().days(
            text, among: offered.options.compactMap { CalendarDate(iso: $0.choice.id) }, today: today)
        guard days.count == 1, date.takes(days[0], today: today) else { return nil }
        return .date(days[0])
    }

    private func day(_ answer: Value?, today: CalendarDate) -> Value? {
        guard case .choice(let choice)? = answer, let day = CalendarDate(iso: choice.id),
            case .date(let date) = asked.kind, date.takes(day, today: today)
        else { return nil }
        return .date(day)
    }
}
