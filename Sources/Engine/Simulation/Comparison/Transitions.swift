import FlowEngine
import FlowModel

/// Where what customers do at the steps of a version has led in a walk, whatever the conversation was before.
///
/// Steps that customers do not notice, such as those with `when`, are passed over: they belong to the way.
struct Transitions {
    struct Key: Hashable {
        /// `nil` where a conversation begins.
        let step: PlayStep?
        let trigger: StepTrigger
    }

    /// The keys in the order in which they were met.
    private(set) var keys: [Key] = []
    private(set) var all: [Key: [StepDestination: FirstPassage]] = [:]
    /// Where the steps that are passed over have led.
    private(set) var through: [PlayStep: Set<StepDestination>] = [:]
    private let bot: Bot
    private let noticeable: Set<PlayStep>

    init(of bot: Bot) {
        self.bot = bot
        noticeable = Set(
            bot.flows.flatMap { flow in
                flow.steps.filter(\.isNoticed).map { PlayStep(flow: flow.name, step: $0.name) }
            })
    }

    func isNoticed(_ step: PlayStep) -> Bool { noticeable.contains(step) }

    /// Notes where a move has led, from step to step.
    ///
    /// - Parameters:
    ///   - evidence: the move in its state.
    ///   - before: the session in which it was made.
    ///   - world: the world after it, with its turns.
    mutating func note(_ move: ExplorationMove, _ evidence: FirstPassage, after before: Session?, in world: World) {
        let hops = hops(of: move, after: before, in: world)
        for (place, hop) in hops.enumerated() {
            guard let trigger = hop.trigger, isFollowed(hop, trigger) else { continue }
            var end = place
            var passed: [PlayStep] = []
            while case .step(let step) = hops[end].destination, !isNoticed(step), end + 1 < hops.count,
                hops[end + 1].from == step
            {
                passed.append(step)
                end += 1
            }
            let destination = hops[end].destination
            for step in passed { through[step, default: []].insert(destination) }
            add(destination, to: Key(step: hop.from, trigger: trigger), evidence)
        }
    }

    private mutating func add(_ destination: StepDestination, to key: Key, _ evidence: FirstPassage) {
        if all[key] == nil { keys.append(key) }
        if all[key]?[destination] == nil { all[key, default: [:]][destination] = evidence }
    }

    private func isFollowed(_ hop: Hop, _ trigger: StepTrigger) -> Bool {
        guard let from = hop.from else { return true }
        return isNoticed(from) || trigger == .reminder
    }

    // Hops.

    /// A part of a move: from one step to the next.
    private struct Hop {
        let from: PlayStep?
        /// `nil` where it does not belong to the step: a word that works anywhere, a tap on an old bubble.
        let trigger: StepTrigger?
        let destination: StepDestination
    }

    private func hops(of move: ExplorationMove, after before: Session?, in world: World) -> [Hop] {
        var hops: [Hop] = []
        var before = before
        for (place, played) in (world.turns ?? []).enumerated() {
            let moves = PlayMove.all(of: played.turn, after: before, played.kind, in: bot)
            if moves.isEmpty, let session = before, !session.isOver, played.turn.session.isAskedAgain {
                let trigger: StepTrigger? =
                    switch move.kind {
                    case .unexpected where place == 0: .unexpected
                    case .silence: .silence
                    default: nil
                    }
                hops.append(Hop(from: PlayStep(session), trigger: trigger, destination: .stays))
            }
            for (number, one) in moves.enumerated() where one.exit != .close {
                let isFirst = place == 0 && number == 0
                hops.append(
                    Hop(
                        from: one.from, trigger: trigger(of: one, isFirst ? move : nil, played.kind),
                        destination: one.exit == .back ? .back : one.to.map { .step($0) } ?? .end))
            }
            before = played.turn.session
        }
        return hops
    }

    /// - Parameter move: what was done; `nil` for the parts after the first.
    private func trigger(of one: PlayMove, _ move: ExplorationMove?, _ kind: Event.Kind) -> StepTrigger? {
        if let move, one.from == nil { return .beginning(move.lines.first?.restOfLine ?? "") }
        switch one.exit {
        case .way(let way): return trigger(of: way, at: one.from)
        case .anywhere, .close, .start: return nil
        case .reminder: return .reminder
        case .runs: return .onward
        case .then, .back:
            guard let move else { if case .called = kind { return .success } else { return .onward } }
            switch move.kind {
            case .answer: return move.reply
            case .unexpected: return .unexpected
            case .silence: return .silence
            case .person: return .givenBack
            case .anywhere, .oldTap, .event: return nil
            }
        }
    }

    private func trigger(of way: StepWay, at step: PlayStep?) -> StepTrigger {
        switch way {
        case .answer(let index):
            let labels =
                step.flatMap { bot.reference(flow: $0.flow, step: $0.step) }
                .map { bot.step($0).offeredLabels } ?? []
            return .answer(labels.indices.contains(index) ? labels[index] : "")
        case .line, .otherwise: return .onward
        case .away: return .away
        case .unanswered: return .unanswered
        case .silent: return .silence
        case .other: return .unexpected
        case .failed: return .failure
        case .cancelled: return .cancelled
        case .unable: return .unable
        case .empty: return .empty
        case .event(let name): return .event(name)
        }
    }
}

extension ExplorationMove {
    /// The reply that the move is.
    fileprivate var reply: StepTrigger? {
        guard let line = lines.first, let verb = TranscriptVerb(rawValue: String(line.verbOfLine)) else { return nil }
        switch verb {
        case .pay, .signIn: return .reply(verb, line.restOfLine)
        default: return .reply(verb, "")
        }
    }
}

extension Session {
    /// Whether the conversation waits for an answer.
    fileprivate var isAskedAgain: Bool { status == .waiting }
}

extension Step {
    /// Whether customers notice the step, or another system does: it says, asks, calls or hands over.
    fileprivate var isNoticed: Bool {
        let speaks = openings.contains {
            switch $0 {
            case .say, .show: true
            case .set, .stopReminding, .giveBack: false
            }
        }
        switch thing {
        case .ask, .call, .handOver: return true
        case .go, .decide, .run, .remind: return speaks
        }
    }

    /// The labels of the answers that its question offers.
    var offered: [Phrase] {
        guard case .ask(let question) = thing else { return [] }
        switch question.kind {
        case .choice(let choice): return choice.items.map(\.label)
        case .times(let times): return times.beside.map(\.label)
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: return []
        }
    }

    /// The same as they are written in the language of the flow files.
    var offeredLabels: [String] { offered.map(\.source.asWritten) }
}
