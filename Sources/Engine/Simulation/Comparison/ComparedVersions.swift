import FlowModel

/// Two versions of a bot, and which steps of one are those of the other.
struct ComparedVersions {
    /// Where each key leads, with a move that shows it.
    typealias Routes = [Transitions.Key: [StepDestination: ShowingMove]]

    let old: ExploredVersion
    let new: ExploredVersion
    let scenes: [String]
    /// The new names of steps that are only called otherwise.
    var renames: [PlayStep: PlayStep] = [:]
    /// The new labels of answers that are only called otherwise, by their step in the new version.
    var relabels: [PlayStep: [String: String]] = [:]
    /// The names in the old version of the steps that conversations come to there.
    private(set) var oldNames: [PlayStep: PlayStep] = [:]
    /// The steps that conversations come to in both versions, only in the new one, only in the old one, as far as customers
    /// notice them. Those of the old version by their new names.
    private(set) var common: [PlayStep] = []
    private(set) var gained: [PlayStep] = []
    private(set) var lost: [PlayStep] = []
    /// Those of both versions that customers notice in one of them only.
    private(set) var noticedInOne: Set<PlayStep> = []
    /// Where the versions lead in any of the scenes, the old one by the new names.
    private(set) var oldRoutes: Routes = [:]
    private(set) var newRoutes: Routes = [:]

    init(_ old: ExploredVersion, _ new: ExploredVersion, scenes: [String]) {
        self.old = old
        self.new = new
        self.scenes = scenes
        findRenames()
        oldNames = Dictionary(old.visits.keys.map { (renamed($0), $0) }) { first, _ in first }
        sortSteps()
        relabel()
        (oldRoutes, newRoutes) = (routes(of: old), routes(of: new))
    }

    // The old version in the words of the new one.

    func renamed(_ step: PlayStep) -> PlayStep { renames[step] ?? step }

    func renamed(_ destination: StepDestination) -> StepDestination {
        destination.step.map { .step(renamed($0)) } ?? destination
    }

    func renamed(_ key: Transitions.Key) -> Transitions.Key {
        let step = key.step.map(renamed)
        guard case .answer(let label) = key.trigger, let step, let new = relabels[step]?[label] else {
            return Transitions.Key(step: step, trigger: key.trigger)
        }
        return Transitions.Key(step: step, trigger: .answer(new))
    }

    /// The names of a flow, by the new names of its steps.
    func names(in flow: String) -> (String) -> String {
        let own = renames.filter { $0.key.flow == flow && $0.value.flow == flow }
        let names = Dictionary(own.map { ($0.key.step, $0.value.step) }) { first, _ in first }
        return { names[$0] ?? $0 }
    }

    // What was met.

    /// Where a bound was met, a step counts as lost or gained only if the other version does not have it at all.
    private mutating func sortSteps() {
        let (before, old, new) = (oldNames, old, new)
        let isNoticedBefore = { (step: PlayStep) in before[step].map(old.isNoticed) ?? false }
        let here = ordered(new.visits.keys)
        common = here.filter { before[$0] != nil && (new.isNoticed($0) || isNoticedBefore($0)) }
        noticedInOne = Set(common.filter { new.isNoticed($0) != isNoticedBefore($0) })
        gained = here.filter { step in
            new.isNoticed(step) && before[step] == nil && (old.isComplete || old.step(step) == nil)
        }
        lost = ordered(old.visits.keys).filter(old.isNoticed).map(renamed).filter { step in
            new.visits[step] == nil && (new.isComplete || new.step(step) == nil)
        }
    }

    /// Steps as they stand in the files, those of the new version first.
    func ordered(_ steps: some Sequence<PlayStep>) -> [PlayStep] {
        let wanted = Set(steps)
        let all = [new, old].flatMap { version in
            version.bot.bot.flows.flatMap { flow in flow.steps.map { PlayStep(flow: flow.name, step: $0.name) } }
        }
        var seen: Set<PlayStep> = []
        return all.filter { wanted.contains($0) && seen.insert($0).inserted }
    }

    // Where it leads.

    /// Where a version leads in all scenes, the old one by the new names.
    func routes(of version: ExploredVersion) -> Routes {
        var all: Routes = [:]
        for scene in scenes.indices {
            for (key, destinations) in routes(of: version, in: scene) {
                all[key, default: [:]].merge(destinations) { first, _ in first }
            }
        }
        return all
    }

    /// Where a version leads in a scene.
    func routes(of version: ExploredVersion, in scene: Int) -> Routes {
        guard let transitions = version.walks[scene]?.transitions else { return [:] }
        var all: Routes = [:]
        for key in transitions.keys {
            for (destination, first) in transitions.all[key] ?? [:] {
                let showing = version.showing(first, in: scene)
                if version.isOld {
                    all[renamed(key), default: [:]][renamed(destination)] = showing
                } else {
                    all[key, default: [:]][destination] = showing
                }
            }
        }
        return all
    }
}
