import Expressions
import FlowModel

/// Where the branches of steps with conditions lead.
extension ComparedVersions {
    /// Branches that lead elsewhere under the same condition, although their step leads to the same places as before.
    func branches(_ words: ChangeWords) -> [DraftChange] {
        ordered(new.visits.keys).compactMap { step in
            guard let was = oldNames[step], leadsAlike(step, was) else { return nil }
            let before = old.branches(of: was, rename: names(in: step.flow))
            let changed = new.branches(of: step).compactMap { branch -> (was: StepBranch, becomes: StepBranch)? in
                guard let same = before.first(where: { $0.condition == branch.condition }),
                    renamed(same.destination) != branch.destination
                else { return nil }
                return (same, branch)
            }
            guard let first = changed.first else { return nil }
            let list = { (branches: [(StepDestination, String?)]) in
                ChangeWords.list(
                    branches.map { "\(words.destinations([$0])) \($1.map { "where \($0)" } ?? "otherwise")" },
                    others: "branches")
            }
            let becomes = list(changed.map { ($0.becomes.destination, $0.becomes.condition) })
            let past = list(changed.map { (renamed($0.was.destination), $0.was.condition) })
            return DraftChange(
                kind: .leads, text: "\(words.name(step)) now leads to \(becomes) (was: \(past)).", steps: [step],
                showing: new.passage(of: step, first.becomes.way) ?? new.visits[step])
        }
    }

    /// Whether a step leads to the same places in both versions: what leads elsewhere says more than its conditions.
    func leadsAlike(_ step: PlayStep, _ was: PlayStep) -> Bool {
        let key = Transitions.Key(step: step, trigger: .onward)
        let leads = { (routes: Routes) in Set((routes[key] ?? [:]).keys) }
        return leads(newRoutes) == leads(oldRoutes) && through(step, new) == Set(through(was, old).map(renamed))
    }

    private func through(_ step: PlayStep, _ version: ExploredVersion) -> Set<StepDestination> {
        version.walks.reduce(into: []) { $0.formUnion($1?.transitions?.through[step] ?? []) }
    }
}

/// A branch of a step with conditions.
private struct StepBranch {
    let way: StepWay
    /// `nil` for `otherwise`.
    let condition: String?
    let destination: StepDestination
}

extension ExploredVersion {
    fileprivate func branches(of step: PlayStep, rename: (String) -> String = { $0 }) -> [StepBranch] {
        guard case .decide(let lines, let otherwise)? = self.step(step)?.thing else { return [] }
        let branches = lines.enumerated().map { place, line in
            StepBranch(
                way: .line(place), condition: line.condition.words.renamingNames(rename),
                destination: noticed(line.destination))
        }
        return branches + [StepBranch(way: .otherwise, condition: nil, destination: noticed(otherwise))]
    }

    /// Where a destination leads, behind steps that customers do not notice and that lead to one place.
    private func noticed(_ destination: Destination) -> StepDestination {
        var here = destination
        var passed: Set<StepReference> = []
        while case .step(let reference) = here, passed.insert(reference).inserted,
            !isNoticed(PlayStep(reference, in: bot.bot)), case .go(let next) = bot.bot.step(reference).thing
        {
            here = next
        }
        return written(here)
    }
}
