import FlowEngine
import FlowModel

/// Writes the tests of one flow.
struct TestWriter {
    /// The flow, by index.
    let flow: Int
    var tests: [WrittenTest] = []

    private let goals: WayGoals
    private let names: [String]
    private let bot: PlayBot
    private let limits: ExplorationLimits

    /// A conversation continues while each move passes something new, up to so many moves.
    private static let mostMoves = 16

    init(of flow: Int, goals: WayGoals, with bot: PlayBot, limits: ExplorationLimits) {
        self.flow = flow
        self.goals = goals
        names = goals.names(in: bot.bot.flows[flow].name)
        self.bot = bot
        self.limits = limits
    }

    var name: String { bot.bot.flows[flow].name }

    /// Keeps tests that were written before and still pass something that is open.
    mutating func keep(_ threads: [ThreadText], for open: inout Set<Int>) {
        for thread in threads {
            guard let goal = names.firstIndex(where: { $0 == thread.name }) else { continue }
            if let test = test(WrittenTest.acts(of: thread), for: goal) { add(test, for: &open) }
        }
    }

    private func test(_ lines: [String], for goal: Int) -> WrittenTest? {
        WrittenTest(lines, as: names[goal], for: goal, of: goals, flow: name, with: bot)
    }

    private mutating func add(_ test: WrittenTest, for open: inout Set<Int>) {
        guard !test.passed.isDisjoint(with: open), !tests.contains(where: { $0.goal == test.goal }) else { return }
        tests.append(test)
        open.subtract(test.passed)
    }

    /// Writes tests for what is open: scene by scene, and in each for the longest conversations first, which pass much on
    /// their way. All scenes are looked at before one of them is looked at in depth.
    ///
    /// - Parameter isStaying: whether only conversations inside the flow count, and its own steps.
    mutating func write(
        for open: inout Set<Int>, isStaying: Bool, unless isAbandoned: () -> Bool,
        _ whenTried: (WrittenTests.Progress) -> Void
    ) {
        let deciding = DecidingNames(of: bot.bot)
        var scenes = ExplorationScene.all(of: bot.bot, beginningIn: bot.bot.flows[flow])
        for bounds in rounds {
            var unfinished: [ExplorationScene] = []
            for scene in scenes {
                let wanted = isStaying ? open.filter { goals.all[$0].flow == name } : open
                if wanted.isEmpty || isAbandoned() { return }
                var walk = Walk(
                    of: bot, in: scene, deciding: deciding, limits: bounds, stayingIn: isStaying ? name : nil)
                walk.look(for: wanted, of: goals, from: flow, unless: isAbandoned) { states in
                    whenTried(WrittenTests.Progress(flow: name, states: states))
                }
                write(for: wanted, of: &open, in: walk)
                if !walk.isComplete || bounds.isPlain { unfinished.append(scene) }
            }
            scenes = unfinished
        }
    }

    /// The bounds of the rounds: first few states, and what customers do who answer what they are asked.
    private var rounds: [ExplorationLimits] {
        [(60, true), (60, false), (600, true), (600, false), (limits.states, true), (limits.states, false)].map {
            var bounds = limits
            (bounds.states, bounds.isPlain) = (min($0, limits.states), $1)
            return bounds
        }
    }

    private mutating func write(for wanted: Set<Int>, of open: inout Set<Int>, in walk: Walk) {
        var firsts: [Int: FirstPassage] = [:]
        for (passage, first) in walk.firsts {
            guard let goal = goals.goal(passedBy: passage), wanted.contains(goal) else { continue }
            // Of several steps that take an exit of the flow, the first counts.
            if let known = firsts[goal], known.order < first.order { continue }
            firsts[goal] = first
        }
        let deepestFirst = firsts.sorted { one, other in
            let (left, right) = (walk.nodes[one.value.index].depth, walk.nodes[other.value.index].depth)
            return left == right ? one.key < other.key : left > right
        }
        for (goal, first) in deepestFirst where open.contains(goal) {
            guard let route = walk.route(to: first, from: flow) else { continue }
            let lines = walk.lines(of: extended(route, for: open.intersection(wanted), in: walk))
            if let test = test(lines, for: goal) { add(test, for: &open) }
        }
    }

    /// The conversation, continued while one more move passes something new.
    private func extended(_ route: Route, for open: Set<Int>, in walk: Walk) -> Route {
        var route = route
        while route.moves.count < Self.mostMoves {
            let left = open.subtracting(goals.goals(passedBy: route.passages))
            var best: (route: Route, count: Int)?
            for next in walk.continuations(of: route) {
                let count = goals.goals(passedBy: next.player.world.passages).intersection(left).count
                if count > best?.count ?? 0 { best = (next, count) }
            }
            guard let best else { break }
            route = best.route
        }
        return route
    }

    /// The file; `nil` when there are no tests.
    ///
    /// - Parameter wanted: the goals that the author's own tests do not pass.
    func text(for wanted: Set<Int>) -> String? {
        guard !tests.isEmpty else { return nil }
        var text = """
            # Written by `usher test --write`: the ways that no other test takes. The next run replaces this file.
            # To change a test, move it to Flows/\(name).transcript.

            """
        var said: Set<String> = []
        for test in tests.sorted(by: { $0.goal < $1.goal }) {
            let others = tests.filter { $0.goal != test.goal }.reduce(into: Set<Int>()) { $0.formUnion($1.passed) }
            let alone = test.passed.intersection(wanted).subtracting(others).subtracting([test.goal]).sorted()
            let lines = test.lines(without: &said)
            text += "\n\(lines.prefix(1).joined())\n"
            for goal in alone { text += "# also \(names[goal])\n" }
            text += lines.dropFirst().map { "\($0)\n" }.joined()
        }
        return text
    }
}

extension Walk {
    /// Explores until a move has passed each of the goals.
    fileprivate mutating func look(
        for wanted: Set<Int>, of goals: WayGoals, from flow: Int, unless isAbandoned: () -> Bool,
        _ whenTried: (Int) -> Void
    ) {
        var known = 0
        var isDone = false
        walk(
            from: flow, unless: { _ in isDone || isAbandoned() },
            whenTried: { walk in
                whenTried(walk.nodes.count)
                guard walk.firsts.count != known else { return }
                known = walk.firsts.count
                isDone = wanted.isSubset(of: goals.goals(passedBy: walk.firsts.keys))
            })
    }
}
