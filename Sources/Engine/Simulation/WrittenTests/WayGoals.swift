import FlowEngine
import FlowModel

/// A step, or one of its branches, that tests are written for.
struct WayGoal: Hashable {
    let flow: String
    /// Empty for an exit of the whole flow.
    let step: String
    /// `nil` is the step itself.
    let way: StepWay?
    /// The branch as authors see it.
    let words: String

    /// The name of the test that is written for it. It follows from the names in the flow alone, so that other edits leave
    /// it as it is.
    ///
    /// - Parameter home: the flow beside which the test stands.
    fileprivate func name(in home: String) -> String {
        let place = step.isEmpty ? "any step of \(flow)" : flow == home ? step : "\(flow)/\(step)"
        let plain = words.filter { $0 != "\"" && $0 != "`" }.onOneLine
        return switch way {
        case nil: "\(place) is reached"
        case .answer?: "\(place): \(plain)"
        case .line?: "\(place): \(plain)"
        case .otherwise?: "\(place): no condition is true"
        case .away?: "\(place): the people are away"
        case .unanswered?: "\(place): no person answers"
        case .silent?: "\(place): the customer stays silent"
        case .other?: "\(place): the reply fits nothing"
        case .failed?: "\(place): it fails"
        case .cancelled?: "\(place): the customer cancels"
        case .unable?: "\(place): the device cannot show it"
        case .empty?: "\(place): there is nothing to offer"
        case .event(let event)?: "\(place): \(event)"
        }
    }
}

/// The steps and branches of flows, and which passage of a conversation passes which of them.
struct WayGoals {
    let all: [WayGoal]
    private let own: [Passage: Int]
    private let shared: [SharedExit: Int]

    /// An exit of a whole flow, which every step without its own takes.
    private struct SharedExit: Hashable {
        let flow: Int
        let way: StepWay
    }

    init(_ items: [Coverage.FlowItems], in bot: Bot) {
        var all: [WayGoal] = []
        var own: [Passage: Int] = [:]
        var shared: [SharedExit: Int] = [:]
        for flow in items {
            guard let index = bot.flows.firstIndex(where: { $0.name == flow.flow }) else { continue }
            for item in flow.items {
                if let reference = bot.reference(flow: flow.flow, step: item.step) {
                    own[Passage(reference, item.way)] = all.count
                } else if item.step.isEmpty, let way = item.way {
                    shared[SharedExit(flow: index, way: way)] = all.count
                } else {
                    continue
                }
                all.append(WayGoal(flow: flow.flow, step: item.step, way: item.way, words: item.words))
            }
        }
        (self.all, self.own, self.shared) = (all, own, shared)
    }

    /// The goal that a passage passes, by index.
    func goal(passedBy passage: Passage) -> Int? {
        if let goal = own[passage] { return goal }
        return passage.way.flatMap { shared[SharedExit(flow: passage.step.flow, way: $0)] }
    }

    func goals(passedBy passages: some Sequence<Passage>) -> Set<Int> { Set(passages.compactMap(goal)) }

    /// The names of the tests that are written for the goals, all different.
    ///
    /// - Parameter home: the flow beside which the tests stand.
    func names(in home: String) -> [String] {
        var used: Set<String> = []
        return all.map { goal in
            var name = goal.name(in: home)
            while !used.insert(name).inserted { name = name.numberedOn }
            return name
        }
    }
}
