import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// What happens in a simulated world, in order, for pictures of the conversation.
struct PlayRecord {
    private(set) var events: [PlayEvent] = []
    private(set) var moves: [PlayMove] = []
    private(set) var calls: [PlayedCall] = []

    var isEmpty: Bool { events.isEmpty && moves.isEmpty && calls.isEmpty }

    mutating func add(_ event: PlayEvent) { events.append(event) }

    /// Removes what was about to be done at the end, because it is not possible.
    mutating func dropLastAct() {
        if case .bot? = events.last { return }
        _ = events.popLast()
    }

    mutating func note(_ turn: Turn, after session: Session?, _ kind: Event.Kind, in bot: Bot) {
        moves += PlayMove.all(of: turn, after: session, kind, in: bot)
    }

    /// - Parameters:
    ///   - delivered: the message as the customer gets it.
    ///   - shown: the message without private data.
    mutating func note(_ outgoing: Outgoing, delivered: Message, shown: Message?, in session: Session) {
        events.append(
            .bot(
                PlayedMessage(
                    id: outgoing.id, message: delivered,
                    shown: shown.map { $0 == outgoing.message ? delivered : $0 } ?? delivered,
                    question: outgoing.question, step: PlayStep(session), language: session.language,
                    region: session.region)))
    }

    /// - Parameter shown: the call without private data.
    mutating func note(_ shown: Effect, of call: CallRequest) {
        guard case .call(let shown) = shown else { return }
        calls.append(PlayedCall(action: call.action, inputs: shown.inputs, outcome: nil, example: nil, id: call.id))
    }

    mutating func note(_ outcome: ActionOutcome, of call: CallRequest, in bot: Bot) {
        guard let place = calls.lastIndex(where: { $0.id == call.id }) else { return }
        let action = bot.actions.first { $0.name == call.action }
        calls[place].example = action?.examples.first { $0.outcome == outcome }?.name
        if case .gave(var fields) = outcome, let hidden = action?.privateNames, !hidden.isEmpty {
            for name in fields.names where hidden.contains(name) { fields[name] = .text("(private)") }
            calls[place].outcome = .gave(fields)
        } else {
            calls[place].outcome = outcome
        }
    }

    /// Returns what was recorded since the last time.
    mutating func taken() -> PlayRecord {
        defer { self = PlayRecord() }
        return self
    }
}
