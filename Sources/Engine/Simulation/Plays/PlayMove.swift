import FlowEngine
public import FlowModel
import MessageModel

/// A step of a flow, by the names of both.
public struct PlayStep: Sendable, Hashable {
    /// The name of the flow.
    public var flow: String
    /// The name of the step in it.
    public var step: String

    /// Names a step; it need not exist.
    public init(flow: String, step: String) {
        self.flow = flow
        self.step = step
    }
}

/// One transition of a conversation: from a step to the next.
public struct PlayMove: Sendable, Hashable {
    /// How a step was left.
    public enum Exit: Sendable, Hashable {
        /// By a branch of its own.
        case way(StepWay)
        /// By its regular destination.
        case then
        /// To the first step of a flow that it runs.
        case runs
        /// The conversation begins.
        case start
        /// By an anywhere word.
        case anywhere
        /// To an earlier question, by `back` or `resume`.
        case back
        /// A reminder was due.
        case reminder
        /// The customer closed the conversation.
        case close

        /// The exit in a few characters; those of branches are the ids of the branches.
        public var id: String {
            switch self {
            case .way(let way): way.id
            case .then: "then"
            case .runs: "runs"
            case .start: "start"
            case .anywhere: "anywhere"
            case .back: "back"
            case .reminder: "reminder"
            case .close: "close"
            }
        }
    }

    /// `nil` when the conversation begins.
    public var from: PlayStep?
    /// `nil` when the conversation ends.
    public var to: PlayStep?
    /// How the first step was left.
    public var exit: Exit

    /// Makes a transition.
    public init(from: PlayStep?, to: PlayStep?, exit: Exit) {
        self.from = from
        self.to = to
        self.exit = exit
    }
}

extension PlayMove {
    /// The transitions of a turn.
    ///
    /// - Parameter before: the session before it.
    static func all(of turn: Turn, after before: Session?, _ kind: Event.Kind, in bot: Bot) -> [PlayMove] {
        var moves: [PlayMove] = []
        var here = before.flatMap { $0.isOver ? nil : PlayStep($0) }
        var way: StepWay?
        for passage in turn.passages {
            let step = PlayStep(passage.step, in: bot)
            if let passed = passage.way {
                // Of several answers, the first stands for all.
                if here != step || way == nil { way = passed }
                here = step
            } else {
                var move = PlayMove(from: here, to: step, exit: way.map { .way($0) } ?? .then)
                if way == nil { move.findExit(isFirst: moves.isEmpty, kind, before, bot, to: passage.step) }
                moves.append(move)
                (here, way) = (step, nil)
            }
        }
        let after = turn.session
        if after.isOver {
            let isClosed = after.status == .closed && turn.passages.isEmpty
            if let here {
                moves.append(PlayMove(from: here, to: nil, exit: isClosed ? .close : way.map { .way($0) } ?? .then))
            }
        } else if here != PlayStep(after) {
            moves.append(PlayMove(from: here, to: PlayStep(after), exit: way.map { .way($0) } ?? .back))
        }
        return moves
    }

    /// Finds out how a step was left that passed none of its own branches.
    private mutating func findExit(
        isFirst: Bool, _ kind: Event.Kind, _ before: Session?, _ bot: Bot, to target: StepReference
    ) {
        if isFirst, case .reminded(let id) = kind, let reminder = before?.reminders[id] {
            from = PlayStep(flow: reminder.flow, step: reminder.step)
            exit = .reminder
            return
        }
        guard let from, let step = bot.reference(flow: from.flow, step: from.step).map(bot.step) else {
            exit = .start
            return
        }
        switch step.thing {
        case .run(let run) where run.flow == target.flow: exit = .runs
        case .ask(let question) where isFirst:
            // An anywhere word leads elsewhere than the answers do.
            if case .step(let then)? = question.then, then != target { exit = .anywhere }
            if question.then == nil { exit = .anywhere }
        default: break
        }
    }
}

extension PlayStep {
    init(_ reference: StepReference, in bot: Bot) {
        self.init(flow: bot.flows[reference.flow].name, step: bot.step(reference).name)
    }

    /// The place of a session.
    init(_ session: Session) { self.init(flow: session.flow, step: session.step) }
}

extension Session {
    /// Whether the next message begins a new conversation.
    var isOver: Bool { status == .ended || status == .closed }
}
