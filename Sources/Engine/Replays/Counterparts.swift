import Expressions
import FlowEngine
import MessageModel

/// What the identifiers of a kept conversation are called in the one that is played: its questions, answers, calls and
/// turns.
struct Counterparts {
    /// A question as it was sent, and as it is asked now.
    private struct Pair {
        let was: SentQuestion?
        let id: String
        let now: SentQuestion?

        var isSame: Bool { was?.options == now?.options }
    }

    private var questions: [String: Pair] = [:]
    private var calls: [String: String] = [:]
    private var turns: [Int: Int] = [:]

    /// The call that stands for a kept one; `nil` when there is none.
    subscript(call id: String) -> String? { calls[id] }

    /// Whether a kept call has a counterpart.
    func knows(call id: String) -> Bool { calls[id] != nil }

    /// Notes that a turn stands for a kept one: its questions and calls are each other's counterparts.
    ///
    /// - Returns: the calls of the turn that the kept one did not make.
    mutating func pair(_ kept: KeptTurn, with turn: Turn) -> [(id: String, action: String)] {
        turns[kept.number] = turn.session.turn
        let was = kept.effects.compactMap { SentQuestion($0) }
        let now = turn.effects.compactMap { SentQuestion($0) }
        for (was, now) in zip(was.reversed(), now.reversed()) {
            questions[was.id] = Pair(was: was, id: now.id, now: now)
        }
        var made = kept.effects.compactMap(\.request)
        return turn.effects.compactMap(\.request).filter { request in
            guard let place = made.firstIndex(where: { $0.action == request.action }) else { return true }
            calls[made.remove(at: place).id] = request.id
            return false
        }
    }

    /// A customer's message for the question that stands for the one that it answers.
    func translated(_ heard: Heard, with open: OpenQuestion?) -> Heard {
        switch heard {
        case .choice(let selection): return .choice(translated(selection))
        case .text(let text): return .text(translated(text, with: open))
        case .form(var reply):
            reply.question = renamed(reply.question)
            return .form(reply)
        case .signIn(var reply):
            reply.question = renamed(reply.question)
            return .signIn(reply)
        case .pay(var reply):
            reply.question = renamed(reply.question)
            return .pay(reply)
        case .app(var reply):
            reply.question = renamed(reply.question)
            return .app(reply)
        case .unreadable(var reply):
            reply.question = renamed(reply.question)
            return .unreadable(reply)
        case .files, .place: return heard
        }
    }

    /// The question that stands for a kept one; the same when none does.
    func renamed(_ question: String?) -> String? { question.map { questions[$0]?.id ?? $0 } }

    /// The origin of a bubble, in terms of the new flows.
    func translated(_ origin: BubbleOrigin, of version: String, naming name: (NamedStep) -> NamedStep) -> BubbleOrigin {
        guard origin != .unknown, let turn = turns[origin.turn] else { return origin }
        let place = name(NamedStep(flow: origin.flow, step: origin.step))
        return BubbleOrigin(flow: place.flow, step: place.step, version: version, turn: turn)
    }

    func turn(for kept: Int) -> Int? { turns[kept] }

    /// A choice by what it meant: the same answers of the question as it is asked now.
    private func translated(_ selection: Selection) -> Selection {
        var translated = selection
        translated.question = renamed(selection.question)
        guard let pair = selection.question.flatMap({ questions[$0] }), let was = pair.was, let now = pair.now,
            !pair.isSame, let chosen = was.chosen(in: selection)
        else { return translated }
        return Selection(question: translated.question, ids: chosen.map { now.id(for: $0, of: was) })
    }

    /// A typed label as the label that stands there now.
    private func translated(_ text: String, with open: OpenQuestion?) -> String {
        let typed = text.lowercased()
        guard let open, let pair = questions.values.first(where: { $0.id == open.asked.id }), !pair.isSame,
            let was = pair.was, let now = pair.now,
            let place = was.options.firstIndex(where: { $0.label.lowercased() == typed }),
            let option = now.option(for: place, of: was)
        else { return text }
        return option.label
    }
}

/// A question with the answers that were sent with it.
private struct SentQuestion {
    let id: String
    let options: [Offer.Option]
    private let several: Bool

    init?(_ effect: Effect) {
        guard let message = effect.outgoing?.message, let question = message.question else { return nil }
        id = question
        switch message {
        case .buttons(let buttons):
            options = buttons.items.map { Offer.Option(id: $0.id, label: $0.title, heading: "") }
            several = false
        case .list(let list):
            options = list.sections.flatMap { section in
                section.items.map { Offer.Option(id: $0.id, label: $0.title, heading: section.title) }
            }
            several = list.several
        case .text, .prompt, .times, .signIn, .pay, .app, .link, .form, .card:
            options = []
            several = false
        }
    }

    /// The places of the answers that a reply chooses.
    func chosen(in selection: Selection) -> [Int]? {
        if let index = selection.index { return options.indices.contains(index) ? [index] : nil }
        return Offer(options: options, several: several).chosen(in: selection)
    }

    /// The answer that stands for one of another form of the question: the one with its id, else the one in its place,
    /// if only its label has changed.
    func option(for place: Int, of was: SentQuestion) -> Offer.Option? {
        let old = was.options[place]
        if let same = options.first(where: { $0.id == old.id }) { return same }
        guard options.count == was.options.count, !was.options.contains(where: { $0.id == options[place].id }) else {
            return nil
        }
        return options[place]
    }

    func id(for place: Int, of was: SentQuestion) -> String {
        option(for: place, of: was)?.id ?? was.options[place].id
    }
}
