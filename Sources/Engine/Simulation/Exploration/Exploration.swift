import Diagnostics
import FlowEngine
import FlowModel
import MessageModel

/// A walk through all conversations of a bot, on the real engine: every answer that is offered, words that fit nothing,
/// silence, old bubbles, every outcome of every call, on several devices, in every language, while everything is closed.
///
/// Pure and repeatable. States in which conversations continue alike are met once (`Session.decidingState`).
public struct Exploration: Sendable {
    /// How far an exploration has come.
    public struct Progress: Sendable {
        /// What is special about the scene; empty for the usual one.
        public let scene: String
        /// The place of the scene, from 1, and how many there are.
        public let place: Int
        public let scenes: Int
        /// The states that were met in the scene, and the moves that were tried.
        public let states: Int
        public let moves: Int
    }

    /// What an exploration does in a scene.
    public enum Phase: Sendable {
        /// It tries moves.
        case trying
        /// It looks for loops in what it has met, and checks properties.
        case checking
    }

    /// What was met of a flow.
    public struct FlowResult: Sendable, Hashable {
        /// The name of the flow.
        public let flow: String
        /// How many states the conversation was met in while it was in the flow, in all scenes.
        public let states: Int
        /// Whether no bound was met.
        public let isComplete: Bool
    }

    /// The flows, in the order of the project.
    public let flows: [FlowResult]
    /// What was found: the usual scene first, and in each the shortest conversations first.
    public let findings: [ExplorationFinding]
    /// The names of the scenes in which a bound was met.
    public let incomplete: [String]
    /// The names of the scenes in which the search for loops, or the check of properties, was left out or cut short. What was
    /// met there may have loops, and break properties, that were not found.
    public let unchecked: [String]
    /// The moves that were tried.
    public let moves: Int

    /// The number of states in all scenes.
    public var states: Int { flows.reduce(0) { $0 + $1.states } }
    /// Whether everything was tried.
    public var isComplete: Bool { incomplete.isEmpty }

    /// Explores a bot.
    ///
    /// - Parameters:
    ///   - flow: the flow in which conversations begin, as in its transcripts; `nil` begins as customers do.
    ///   - stated: the properties that transcripts state; only those of the flow are checked.
    ///   - isAbandoned: says, before each state, that the rest is to be left out, which is then incomplete or unchecked.
    ///   - whenTried: called after each state.
    public init(
        of bot: PlayBot, beginningIn flow: String? = nil, limits: ExplorationLimits = ExplorationLimits(),
        stating stated: StatedProperties = .none, unless isAbandoned: (Phase) -> Bool = { _ in false },
        whenTried: (Progress) -> Void = { _ in }
    ) {
        let own = flow.flatMap { name in bot.bot.flows.firstIndex { $0.name == name } }
        let scenes = ExplorationScene.all(of: bot.bot, beginningIn: own.map { bot.bot.flows[$0] })
        let deciding = DecidingNames(of: bot.bot)
        var findings: [ExplorationFinding] = []
        var passages: Set<Passage> = []
        var states: [String: Int] = [:]
        var incomplete: [String] = []
        var unchecked: [String] = []
        var moves = 0
        for (place, scene) in scenes.enumerated() {
            var walk = Walk(
                of: bot, in: scene, deciding: deciding, limits: limits, stating: stated.of(flow: flow))
            walk.walk(from: own ?? bot.bot.start.flow, unless: isAbandoned) { walk in
                whenTried(
                    Progress(
                        scene: scene.name, place: place + 1, scenes: scenes.count, states: walk.nodes.count,
                        moves: walk.moves))
            }
            for finding in walk.findings where !findings.contains(where: { $0.isAlike(finding) }) {
                findings.append(finding)
            }
            passages.formUnion(walk.firsts.keys)
            for node in walk.nodes { if let step = node.step { states[step.flow, default: 0] += 1 } }
            if !walk.isComplete { incomplete.append(scene.name) }
            if !walk.isChecked { unchecked.append(scene.name) }
            moves += walk.moves
        }
        if incomplete.isEmpty { findings += Self.neverReached(in: bot.bot, passages, only: flow) }
        flows = bot.bot.flows.map {
            FlowResult(flow: $0.name, states: states[$0.name] ?? 0, isComplete: incomplete.isEmpty)
        }
        self.findings = findings.filter { flow == nil || $0.step.flow == flow }
        self.incomplete = incomplete
        self.unchecked = unchecked
        self.moves = moves
    }

    /// The steps of the flows that were reached, or of one flow, that no conversation has come to. Of flows that no
    /// conversation has come to, the first step stands for all.
    private static func neverReached(
        in bot: Bot, _ passages: Set<Passage>, only flow: String?
    ) -> [ExplorationFinding] {
        let visited = Set(passages.map(\.step))
        return bot.flows.indices.flatMap { index -> [ExplorationFinding] in
            let own = bot.flows[index]
            guard flow == nil || own.name == flow else { return [] }
            let isReached = visited.contains { $0.flow == index }
            let missing = own.steps.indices.filter { step in
                isReached ? !visited.contains(StepReference(flow: index, step: step)) : step == own.start
            }
            return missing.map { step in
                let place = PlayStep(flow: own.name, step: own.steps[step].name)
                let words = FindingWords(.neverReached, place, "")
                return ExplorationFinding(
                    code: .neverReached, step: place, message: words.message, label: words.label, help: words.help,
                    transcript: nil, scene: "")
            }
        }
    }
}
