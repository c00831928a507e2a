import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// A possible next action of a customer, or the next event for them.
public struct Move: Sendable, Hashable {
    public enum Kind: String, Sendable {
        /// An offered answer, or a sample of the requested kind.
        case answer
        /// Texts that do not match, until the question is left.
        case unexpected
        /// Silence, until the question is left.
        case silence
        case cancel
        /// The call returns the results of its first example.
        case result
        /// The call or a service fails.
        case failure
        case givenBack = "given_back"
        case reminder
    }

    public var kind: Kind
    /// The human-readable description: the label of an answer, or the action.
    public var words: String
    let action: TrialAction

    enum TrialAction: Sendable, Hashable {
        /// For reports, which only need the description.
        case described
        case hear(Heard)
        case again(String)
        case wait
        case hearBack(ActionOutcome)
        case giveBack
        case remind(String)
    }

    /// The move for reports, without identifiers of its question.
    var withoutAction: Move { Move(kind, words, .described) }

    private init(_ kind: Kind, _ words: String, _ action: TrialAction) {
        self.kind = kind
        self.words = words
        self.action = action
    }
}

extension Move {
    /// A text that no flow expects.
    private static let strange = "~ qzx 7#? ~"
    /// The largest number of offered answers that are tried; longer lists come from calls and lead to one destination.
    private static let mostAnswers = 24

    /// All possible next moves in a session.
    ///
    /// - Parameters:
    ///   - bot: the bot with the examples of actions.
    ///   - today: for typed dates.
    static func all(in session: Session, of bot: Bot, today: CalendarDate) -> [Move] {
        switch session.status {
        case .waiting:
            session.open.map { moves(on: $0, session, today) } ?? [Move(.unexpected, "words", .again(strange))]
        case .calling: results(of: session, bot)
        case .withPerson: [Move(.givenBack, "people give the conversation back", .giveBack)]
        case .ended, .closed:
            session.reminders.earliest.map { [Move(.reminder, "the reminder comes", .remind($0.id))] } ?? []
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
            return [Move(.result, "the file comes", .hearBack(.fetched([file]))), failure]
        }
        guard let reference = bot.reference(flow: session.flow, step: session.step),
            case .call(let call) = bot.step(reference).thing,
            let example = bot.actions[call.action].examples.first(where: { $0.problem == nil })
        else { return [failure] }
        return [Move(.result, "the call succeeds", .hearBack(.gave(example.gives))), failure]
    }
}
