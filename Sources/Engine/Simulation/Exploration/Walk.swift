import Diagnostics
import FlowEngine
import FlowModel
import MessageModel

/// A walk through the states of a bot in one scene, breadth first: the first conversation that leads to a state is a
/// shortest one.
struct Walk {
    let bot: PlayBot
    let scene: ExplorationScene
    let limits: ExplorationLimits
    /// The flow in which conversations stay, with those that it runs; `nil` follows them everywhere.
    private let home: String?
    /// What holds in all conversations, as the author says.
    let stated: StatedProperties
    private let deciding: DecidingNames
    let outcomes: [String: [CallChoice]]

    private(set) var nodes: [ExploredNode] = []
    /// The worlds of states whose moves are still to be tried.
    private var players: [Int: Player] = [:]
    private var known: [String: Int] = [:]
    /// The first move that has passed a step or a branch.
    private(set) var firsts: [Passage: FirstPassage] = [:]
    private(set) var findings: [ExplorationFinding] = []
    private(set) var isComplete = true
    /// Whether loops were looked for, and properties checked, in all that was met.
    private(set) var isChecked = true
    /// The name of the flow in which conversations begin.
    private(set) var startFlow = ""
    private(set) var moves = 0
    /// The conversations that were noted for comparing, one for each outcome of the calls of a move.
    private var noted = 0
    /// Where what customers do has led; `nil` unless two versions are compared. Then nothing else is looked for.
    private(set) var transitions: Transitions?

    init(
        of bot: PlayBot, in scene: ExplorationScene, deciding: DecidingNames, limits: ExplorationLimits,
        stating stated: StatedProperties = .none, stayingIn home: String? = nil, noting transitions: Transitions? = nil
    ) {
        self.bot = bot
        self.scene = scene
        self.limits = limits
        self.home = home
        self.stated = stated
        self.transitions = transitions
        var names = deciding
        names.roots.formUnion(stated.names)
        self.deciding = names
        outcomes = Dictionary(bot.bot.actions.map { ($0.name, CallChoice.all(of: $0)) }) { first, _ in first }
            .filter { !$0.value.isEmpty }
    }

    /// Tries every move in every state.
    ///
    /// - Parameters:
    ///   - flow: the flow in which conversations begin, by index.
    ///   - isAbandoned: says, before each state, that the rest is to be left out.
    ///   - whenTried: called after each state.
    mutating func walk(
        from flow: Int, unless isAbandoned: (Exploration.Phase) -> Bool, whenTried: (Walk) -> Void
    ) {
        startFlow = bot.bot.flows[flow].name
        guard let first = beginning(in: flow) else {
            isComplete = false
            return
        }
        nodes = [
            ExploredNode(parent: nil, lines: [], calls: [], depth: 0, step: nil, status: nil, recentCalls: [])
        ]
        players[0] = first
        var next = 0
        while next < nodes.count {
            guard !isAbandoned(.trying) else {
                isComplete = false
                break
            }
            if let player = players.removeValue(forKey: next) { tryMoves(at: next, player) }
            next += 1
            whenTried(self)
        }
        guard transitions == nil else { return }
        let areLoopsFound = findLoops { isAbandoned(.checking) }
        let arePropertiesChecked = checkProperties { isAbandoned(.checking) }
        isChecked = areLoopsFound && arePropertiesChecked
    }

    /// A conversation that has not begun, with what the scene arranges.
    func beginning(in flow: Int) -> Player? {
        guard let lines = syntax(of: scene.given) else { return nil }
        var player = Player(
            TestSyntax(name: "", span: Span(file: "", range: 0..<0)), flow: flow, engine: bot.engine,
            opener: bot.opener(of: flow))
        do throws(PlayFailure) {
            try player.goOn(with: lines)
        } catch {
            return nil
        }
        player.world.turns = []
        return player
    }

    func syntax(of lines: [String]) -> [LineSyntax]? {
        let syntax = ThreadText(lines.map { "\($0)\n" }.joined()).syntax
        return syntax.problem == nil ? syntax.lines : nil
    }

    // Moves.

    private mutating func tryMoves(at index: Int, _ player: Player) {
        let session = player.world.session
        let past = calls(before: index)
        var isAnswered = false
        var refused: (move: ExplorationMove, calls: [CallChoice])?
        for move in allMoves(in: player.world) where isTried(move, at: index) {
            guard let lines = syntax(of: move.lines) else { continue }
            moves += 1
            for (after, calls) in variants(of: lines, from: player, after: past) {
                for passage in after.world.passages where firsts[passage] == nil {
                    firsts[passage] = FirstPassage(
                        order: firsts.count, index: index, lines: move.lines, calls: calls)
                }
                if move.kind == .answer {
                    if !after.world.refuses(at: session), after.world.session.map({ $0.answers(session) }) ?? false {
                        isAnswered = true
                    } else if refused == nil, after.world.session?.waits(where: session) ?? false {
                        refused = (move, calls)
                    }
                }
                if transitions == nil {
                    inspect(move, calls, at: index, before: player.world, after: after.world)
                } else {
                    noted += 1
                    let evidence = FirstPassage(order: noted, index: index, lines: move.lines, calls: calls)
                    transitions?.note(move, evidence, after: session, in: after.world)
                }
                add(move, calls, at: index, after, stated.events(of: move, after: session, in: after.world))
            }
        }
        if !isAnswered, let session, session.status == .waiting, session.open?.isOffered ?? false {
            note(.cannotAnswer, refused?.move, refused?.calls ?? [], at: index, reason: nil)
        }
    }

    /// All moves in a state, and the words that properties speak of.
    private func allMoves(in world: World) -> [ExplorationMove] {
        let moves = ExplorationMove.all(in: world, limits: limits)
        guard let session = world.session, session.status == .waiting else { return moves }
        let words = stated.words(in: session.flow).map { ExplorationMove.saying($0) }
        return moves + words.filter { word in !moves.contains { $0.lines == word.lines } }
    }

    private func isTried(_ move: ExplorationMove, at index: Int) -> Bool {
        switch move.kind {
        case .answer, .silence, .person, .event: true
        case .anywhere: !limits.isPlain || nodes[index].depth <= 1
        case .unexpected, .oldTap: !limits.isPlain
        }
    }

    /// Plays lines with each combination of outcomes of the calls that they lead to; nothing where they cannot be played.
    func variants(
        of lines: [LineSyntax], from player: Player, after past: [CallChoice]
    ) -> [(Player, [CallChoice])] {
        var reached: [(Player, [CallChoice])] = []
        var pending: [[CallChoice]] = [[]]
        while let chosen = pending.popLast(), reached.count < limits.outcomes {
            var copy = player
            copy.world.forgetPast()
            arrange(past + chosen, in: &copy)
            do throws(PlayFailure) {
                try copy.goOn(with: lines)
            } catch {
                // What cannot be done here, such as answering by a sample that does not fit a pattern.
                continue
            }
            let made = copy.world.calls.compactMap { outcomes[$0.action]?.first }
            let taken = chosen + made.dropFirst(chosen.count)
            reached.append((copy, taken))
            // Later calls than the third in a row repeat what the first ones showed.
            for place in chosen.count..<max(chosen.count, min(taken.count, 3)) {
                for other in (outcomes[taken[place].action] ?? []).dropFirst() {
                    pending.append(Array(taken[..<place]) + [other])
                }
            }
        }
        return reached
    }

    /// Arranges the outcomes of the calls so far, and the usual one for the next.
    func arrange(_ calls: [CallChoice], in player: inout Player) {
        for (action, all) in outcomes {
            let own = calls.filter { $0.action == action }.map(\.outcome)
            player.world.answers[action] = own + all.prefix(1).map(\.outcome)
        }
    }

    /// Adds the state that a move has led to.
    ///
    /// - Parameter events: what the move has brought of what properties speak of.
    private mutating func add(
        _ move: ExplorationMove, _ calls: [CallChoice], at index: Int, _ player: Player, _ events: [Int]
    ) {
        let key = player.world.decidingState(deciding)
        var target = known[key]
        if target == nil {
            if nodes.count >= limits.states || nodes[index].depth >= limits.depth {
                isComplete = false
            } else {
                let session = player.world.session
                target = nodes.count
                known[key] = nodes.count
                nodes.append(
                    ExploredNode(
                        parent: index, lines: move.lines, calls: calls, depth: nodes[index].depth + 1,
                        step: session.map { PlayStep($0) }, status: session?.status,
                        recentCalls: recentCalls(after: move, calls, at: index, player.world)))
                if !player.world.isAtRest, isAtHome(player.world) { players[nodes.count - 1] = player }
            }
        }
        nodes[index].edges.append(
            ExploredNode.Edge(kind: move.kind, lines: move.lines, calls: calls, target: target, events: events))
    }

    /// Whether the conversation is in the flow in which it stays, or in one that this runs.
    private func isAtHome(_ world: World) -> Bool {
        guard let home, let session = world.session else { return true }
        return session.flow == home || session.frames.all.contains { $0.flow == home }
    }

    /// The calls that have had an effect since the customer last answered.
    private func recentCalls(
        after move: ExplorationMove, _ calls: [CallChoice], at index: Int, _ world: World
    ) -> [CallRequest] {
        let before = move.kind == .answer ? [] : nodes[index].recentCalls
        return before + effective(calls, in: world)
    }

    /// The calls of a move that were answered with success and may change something.
    func effective(_ choices: [CallChoice], in world: World) -> [CallRequest] {
        let calls = world.calls.filter { outcomes[$0.action] != nil }
        return zip(calls, choices).compactMap { call, choice in
            choice.isSuccess && bot.bot.changes(call.action) ? call : nil
        }
    }

    mutating func add(_ finding: ExplorationFinding) {
        if !findings.contains(where: { $0.isAlike(finding) }) { findings.append(finding) }
    }
}

extension Session {
    /// Whether the question that was open in `before` has got an answer.
    fileprivate func answers(_ before: Session?) -> Bool {
        guard let before, let asked = before.open else { return true }
        guard status == .waiting, flow == before.flow, step == before.step, let open else { return true }
        return open.form?.page != asked.form?.page || open.misfits <= asked.misfits || open.which != asked.which
            || open.gathered != asked.gathered
    }

    /// Whether the question of a step is open, as it was before.
    fileprivate func waits(where before: Session?) -> Bool {
        status == .waiting && flow == before?.flow && step == before?.step
    }
}

extension OpenQuestion {
    /// Whether the question offers its answers, so that one of them should be accepted.
    fileprivate var isOffered: Bool {
        switch asked.kind {
        case .choice, .times, .signIn, .pay, .app, .photo, .file, .place, .form: true
        case .text, .number, .money, .date: false
        }
    }
}

extension Bot {
    /// Whether a call of the action may change something in the other system: all but those that only read.
    func changes(_ action: String) -> Bool {
        guard let action = actions.first(where: { $0.name == action }) else { return false }
        if case .results = action.target { return false }
        return action.isOnce
    }
}
