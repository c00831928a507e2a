import Expressions
import FlowModel
import MessageModel

/// What customers type at a question for a time: a time among all that its rule offers, or an answer beside them in
/// other words.
extension TurnBuilder {
    /// Reads a typed time, or an answer beside the times. Returns whether it has a meaning.
    mutating func hearTime(
        _ text: String, _ times: AskedTimes, _ open: OpenQuestion
    ) throws(EngineError) -> Bool {
        let readings = typedWords.timeAlternatives(text, today: bot.zone.date(at: now))
        if !readings.isEmpty {
            if case .times(let question)? = openStepQuestion?.kind, let places = question.places {
                wantCalendar(places.calendar)
            }
            let page = Set(times.slots.map(\.slot.start))
            for offer in offers(around: times) {
                let places = offer.places(fittingOneOf: readings, page: page, zone: bot.zone).prefix(mostTimes)
                guard let first = places.first else { continue }
                var asked = open.asked
                asked.kind = .times(offer)
                let reading: FreeReading =
                    places.count == 1 ? .likely(offer.slots[first].value) : .ambiguous(Array(places))
                return try take(reading, of: asked, open)
            }
        }
        if try hearBeside(text, times, open) { return true }
        guard event.usesFourthRules, let place = typedWords.place(text, of: times.slots.count) else { return false }
        return try take(.likely(times.slots[place].value), of: open.asked, open)
    }

    /// The times of a page together with the others of its rule that have the same distance from world time, then the
    /// rest: a message has only one.
    private func offers(around times: AskedTimes) -> [AskedTimes] {
        guard case .times(let question)? = openStepQuestion?.kind, let all = try? question.allTimes(by: self) else {
            return [times]
        }
        var page = times
        let seen = Set(times.slots.map(\.slot.start))
        let others = all.first { $0.offset == times.offset }?.slots ?? []
        page.slots = (times.slots + others.filter { !seen.contains($0.slot.start) })
            .sorted { $0.slot.start < $1.slot.start }
        return [page]
            + all.filter { $0.offset != times.offset }.map { group in
                var other = times
                other.offset = group.offset
                other.slots = group.slots
                return other
            }
    }

    /// How many times a question offers at most.
    private var mostTimes: Int {
        guard case .times(let question)? = openStepQuestion?.kind, case .rule(let rule) = question.source else {
            return 200
        }
        return min(rule.atMost, 200)
    }

    /// An answer beside the times, by the stages in which labels are compared. It is repeated before it sets something in
    /// motion, as other answers are.
    private mutating func hearBeside(
        _ text: String, _ times: AskedTimes, _ open: OpenQuestion
    ) throws(EngineError) -> Bool {
        let labels = OfferedLabels(
            times.beside.map { answer in
                [session.language, bot.languages[0]].map { OfferedLabels.Label(answer.label, language: $0) }
            }, rules: event.labelRules.withoutPlaces)
        let meaning = labels.meaning(of: text)
        guard meaning.places.count == 1 else { return false }
        let answer = times.beside[meaning.places[0]]
        if !meaning.isWhole, commits(answer) {
            confirm(.choice(Choice(id: answer.id, label: answer.label)), open)
        } else {
            try take(answer, open)
        }
        return true
    }

    private func commits(_ answer: AskedTimes.Beside) -> Bool { destination(of: answer).map(bot.commits) ?? false }
}
