import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// What a customer who waits may do next, or what may come for them.
public struct Move: Sendable, Hashable {
    public enum Kind: String, Sendable {
        /// An answer that is offered, or one of the kind that is asked for.
        case answer
        /// Words that fit nothing, until the question is left.
        case unexpected
        /// No word at all, until the question is left.
        case silence
        case cancel
        /// The call brings what its first example shows.
        case result
        /// The call fails, or a service does.
        case failure
        case givenBack = "given_back"
        case reminder
    }

    public var kind: Kind
    /// For people: the label of an answer, or what is done.
    public var words: String
    let deed: Deed

    enum Deed: Sendable, Hashable {
        /// For reports, in which only the words count.
        case told
        case hear(Heard)
        case again(String)
        case wait
        case hearBack(ActionOutcome)
        case giveBack
        case remind(String)
    }

    /// The move as it is reported, without what identifies its question.
    var withoutDeed: Move { Move(kind, words, .told) }

    private init(_ kind: Kind, _ words: String, _ deed: Deed) {
        self.kind = kind
        self.words = words
        self.deed = deed
    }
}

extension Move {
    /// Words that no flow expects.
    private static let strange = "~ qzx 7#? ~"
    /// So many of the answers that are offered are tried; longer lists are made by calls, and lead to one place.
    private static let mostAnswers = 24

    /// Everything that may happen next in a session.
    ///
    /// - Parameters:
    ///   - bot: whose actions have examples.
    ///   - today: for dates that are typed.
    static func all(in session: Session, of bot: Bot, today: CalendarDate) -> [Move] {
        switch session.status {
        case .waiting:
            session.open.map { moves(on: $0, session, today) } ?? [Move(.unexpected, "words", .again(strange))]
        case .calling: results(of: session, bot)
        case .withPerson: [Move(.givenBack, "people give it back", .giveBack)]
        case .ended, .closed:
            session.reminders.min { $0.at < $1.at }.map { [Move(.reminder, "the reminder comes", .remind($0.id))] }
                ?? []
        }
    }

    private static func moves(on open: OpenQuestion, _ session: Session, _ today: CalendarDate) -> [Move] {
        let isPrivate = open.isPrivate || session.isPrivate
        var moves = open.asked.sampleAnswers(today: today).prefix(mostAnswers).enumerated().map { place, sample in
            Move(.answer, isPrivate ? "answer \(place + 1)" : sample.words, .hear(sample.heard))
        }
        if let skip = open.asked.skipWord { moves.append(Move(.answer, skip, .hear(.text(skip)))) }
        if let failing = open.asked.failing { moves.append(Move(.failure, failing.words, .hear(failing.heard))) }
        if let cancel = open.asked.cancelling { moves.append(Move(.cancel, "putting it away", .hear(cancel))) }
        moves.append(Move(.unexpected, "something unexpected", .again(strange)))
        if session.wakes.contains(where: { $0.kind == .silence }) { moves.append(Move(.silence, "silence", .wait)) }
        return moves
    }

    private static func results(of session: Session, _ bot: Bot) -> [Move] {
        let failure = Move(.failure, "the call fails", .hearBack(.failed("unreachable")))
        guard session.open == nil else {
            let file = FileReference(id: "sample", name: "sample.jpg", kind: "image/jpeg", size: 1)
            return [Move(.result, "the file comes", .hearBack(.gave(FileFetch.results([file])))), failure]
        }
        guard let reference = bot.reference(flow: session.flow, step: session.step),
            case .call(let call) = bot.step(reference).thing,
            let example = bot.actions[call.action].examples.first(where: { $0.problem == nil })
        else { return [failure] }
        return [Move(.result, "the call succeeds", .hearBack(.gave(example.gives))), failure]
    }
}
