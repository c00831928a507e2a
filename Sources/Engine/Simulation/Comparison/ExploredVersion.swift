import FlowEngine
import FlowModel

/// A move of a walk that shows something of a version.
struct ShowingMove {
    let isOld: Bool
    /// The scene, by its place among those of the comparison.
    let scene: Int
    let move: FirstPassage
}

/// One of the two versions that are compared, with the walk through each scene.
struct ExploredVersion {
    let bot: PlayBot
    /// The same with the examples of its own, on which its tests are played.
    private let own: PlayBot
    let isOld: Bool
    /// In the order of the scenes; `nil` where the version has no such scene.
    private(set) var walks: [Walk?] = []
    private let scenes: [ExplorationScene]
    private let deciding: DecidingNames
    /// The steps in which a conversation was, with the first move that has led there.
    private(set) var visits: [PlayStep: ShowingMove] = [:]

    /// - Parameter other: the bot whose examples answer its calls, so that both versions get the same answers: customers
    ///   notice nothing of examples.
    init(_ own: PlayBot, answeredAsIn other: PlayBot, isOld: Bool) {
        self.own = own
        self.isOld = isOld
        bot = isOld ? PlayBot(own.bot.answered(asIn: other.bot)) : own
        scenes = ExplorationScene.all(of: own.bot, beginningIn: nil)
        deciding = DecidingNames(of: own.bot)
    }

    var sceneNames: [String] { scenes.map(\.name) }
    var isComplete: Bool { walks.allSatisfy { $0?.isComplete ?? true } }

    /// Walks through the next scene, if the version has it.
    ///
    /// - Parameter share: the fraction of the time that may be over at the end.
    mutating func walk(
        in scene: String, limits: ExplorationLimits, share: Double, unless isAbandoned: (Comparison.Progress) -> Bool
    ) {
        guard let own = scenes.first(where: { $0.name == scene }) else { return walks.append(nil) }
        var walk = Walk(
            of: bot, in: own, deciding: deciding, limits: limits, noting: Transitions(of: bot.bot))
        var states = 0
        walk.walk(
            from: bot.bot.start.flow,
            unless: { _ in isAbandoned(Comparison.Progress(scene: scene, states: states, share: share)) },
            whenTried: { states = $0.nodes.count })
        let visited = walk.firsts.filter { $0.key.way == nil }.sorted { $0.value.order < $1.value.order }
        for (passage, first) in visited {
            let step = PlayStep(passage.step, in: bot.bot)
            if visits[step] == nil { visits[step] = showing(first, in: walks.count) }
        }
        walks.append(walk)
    }

    func showing(_ move: FirstPassage, in scene: Int) -> ShowingMove {
        ShowingMove(isOld: isOld, scene: scene, move: move)
    }

    func step(_ step: PlayStep) -> Step? {
        // Not by a former name.
        bot.bot.flows.first { $0.name == step.flow }?.steps.first { $0.name == step.step }
    }

    /// Where a destination leads, by the names of this version.
    func written(_ destination: Destination) -> StepDestination {
        switch destination {
        case .step(let reference): .step(PlayStep(reference, in: bot.bot))
        case .end, .conversationEnd: .end
        case .back: .back
        case .resume: .resumed
        }
    }

    /// Whether customers notice the step.
    func isNoticed(_ step: PlayStep) -> Bool {
        walks.lazy.compactMap { $0?.transitions }.first?.isNoticed(step) ?? false
    }

    /// The first move that passes a step, or one of its branches.
    ///
    /// - Parameter scene: the scene in which it does so, if that matters.
    func passage(of step: PlayStep, _ way: StepWay?, in scene: Int? = nil) -> ShowingMove? {
        guard let reference = bot.bot.reference(flow: step.flow, step: step.step) else { return nil }
        for (place, walk) in walks.enumerated() where scene == nil || place == scene {
            if let first = walk?.firsts[Passage(reference, way)] { return showing(first, in: place) }
        }
        return nil
    }

    func face(
        _ step: PlayStep, language: String, rename: @escaping (String) -> String = { $0 }
    ) -> StepFace? {
        self.step(step).map { StepFace($0, in: bot.bot, language: language, rename: rename) }
    }

    // Conversations.

    /// The state behind a line of a conversation, by index; `nil` behind its last move.
    func state(behind line: Int, of showing: ShowingMove) -> Int? {
        guard let walk = walks[showing.scene] else { return nil }
        let places = walk.places(to: showing.move.index).dropFirst()
        var end = lines(of: showing).count - showing.move.lines.count
        end -= places.reduce(0) { $0 + walk.nodes[$1].lines.count }
        for place in places {
            end += walk.nodes[place].lines.count
            if end >= line { return place }
        }
        return nil
    }

    /// The move that has led to a state first.
    func showing(state: Int, in scene: Int) -> ShowingMove? {
        guard let node = walks[scene]?.nodes[state], let parent = node.parent else { return nil }
        return showing(FirstPassage(order: state, index: parent, lines: node.lines, calls: node.calls), in: scene)
    }

    /// The conversation that ends with a move, as lines of a transcript.
    func lines(of showing: ShowingMove) -> [String] {
        guard let walk = walks[showing.scene] else { return [] }
        let way = walk.way(to: showing.move.index)
        let calls = way.flatMap(\.calls) + showing.move.calls
        return walk.scene.given + calls.lines(by: walk.outcomes) + way.flatMap(\.lines) + showing.move.lines
    }

    /// The conversation as a test, with what the bot says; without it where that would not be the same another time.
    ///
    /// - Returns: `nil` when it cannot be played.
    func test(_ name: String, of showing: ShowingMove) -> String? {
        let thread = ThreadText(lines(of: showing).map { "\($0)\n" }.joined()).named(name)
        let flow = bot.bot.flows[bot.bot.start.flow].name
        if let kept = try? KeptTest(thread, as: name, flow: flow, with: own) { return kept.text }
        return Play(of: thread, flow: flow, on: .asWritten, with: own).stop == nil ? thread.text : nil
    }
}

extension Bot {
    /// The bot with the examples of another one, for the actions that give the same in both.
    fileprivate func answered(asIn other: Bot) -> Bot {
        var bot = self
        for (place, action) in actions.enumerated() {
            guard let same = other.actions.first(where: { $0.name == action.name }), same.gives == action.gives else {
                continue
            }
            bot.actions[place].examples = same.examples
        }
        return bot
    }
}
