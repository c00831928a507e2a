import Expressions
import FlowModel
import MessageModel

/// A page of slots that follows an earlier one.
struct SlotPage {
    /// The last slot of the pages before.
    var after: Moment
    /// The slots of the pages before.
    var earlier: [AskedTimes.Slot]
}

/// Answers beside the slots of a question for a time.
extension TurnBuilder {
    /// The next page of slots, or the way of an answer that is no time.
    mutating func take(_ answer: AskedTimes.Beside, _ open: OpenQuestion) throws(EngineError) {
        guard answer.id != AskedTimes.Beside.more else { return try showMore(open) }
        followEdits()
        mark(.answered)
        guard let index = place(of: answer), let destination = destination(of: answer) else { return try startOver() }
        remember(nil, as: open.name)
        giveBackOpen(open.name)
        session.retries.forget(session.step)
        pass(.answer(index))
        try leaveQuestion(for: destination)
    }

    /// The index of an answer that is no time.
    private func place(of answer: AskedTimes.Beside) -> Int? {
        guard case .times(let times)? = openStepQuestion?.kind, answer.id != AskedTimes.Beside.more,
            let index = Int(answer.id.dropFirst("or-".count)), times.beside.indices.contains(index)
        else { return nil }
        return index
    }

    /// Where an answer that is no time leads.
    func destination(of answer: AskedTimes.Beside) -> Destination? {
        guard case .times(let times)? = openStepQuestion?.kind else { return nil }
        return place(of: answer).map { times.beside[$0].then }
    }

    private mutating func showMore(_ open: OpenQuestion) throws(EngineError) {
        guard case .times(let times) = open.asked.kind, let last = times.slots.last, let reference = openStep else {
            return try repeatQuestion()
        }
        page = SlotPage(after: last.slot.start, earlier: Array((times.earlier + times.slots).suffix(400)))
        defer { page = nil }
        if let onward = ask(reference) { return try go(to: onward) }
        session.open?.misfits = open.misfits
        session.open?.earlierIDs = Array(open.ids.suffix(10))
    }
}

extension AskedQuestion {
    private var answersBeside: [AskedTimes.Beside] {
        if case .times(let times) = kind { times.beside } else { [] }
    }

    /// The answer beside the slots that was understood; `nil` for every other value.
    func beside(_ meant: Value) -> AskedTimes.Beside? {
        guard case .choice(let choice) = meant else { return nil }
        return answersBeside.first { $0.id == choice.id }
    }

    /// The answer beside the slots that a tap chooses.
    func beside(chosenIn selection: Selection, ids: [String]) -> AskedTimes.Beside? {
        guard !answersBeside.isEmpty, selection.question.map(ids.contains) ?? false else { return nil }
        let chosen = selection.groups.flatMap(\.ids)
        return chosen.count == 1 ? answersBeside.first { $0.id == chosen[0] } : nil
    }

    /// The answer beside the slots that a typed text names, by its label or, in a numbered text, its number.
    func beside(typed text: String) -> AskedTimes.Beside? {
        guard case .times(let times) = kind, !times.beside.isEmpty else { return nil }
        let typed = text.asTyped
        if let named = times.beside.first(where: { $0.label.asTyped == typed }) { return named }
        guard let number = Int(typed), times.slots.first?.time != nil else { return nil }
        let numbered = min(times.slots.count, AskedTimes.mostNumbered)
        return number > numbered ? times.beside.element(numbered: number - numbered) : nil
    }
}
