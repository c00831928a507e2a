import FlowModel

/// Steps and answers that are called otherwise in the new version.
extension ComparedVersions {
    private typealias Leads = [Transitions.Key: Set<StepDestination>]

    /// Finds steps of which everything but the name is equal, and those that say so with `was`.
    mutating func findRenames() {
        let missing = ordered(old.visits.keys.filter { old.isNoticed($0) && new.visits[$0] == nil })
        var free = ordered(new.visits.keys.filter { new.isNoticed($0) && old.visits[$0] == nil })
        var known = -1
        // A step may have the name of another one in its texts.
        while known != renames.count {
            known = renames.count
            for step in missing where renames[step] == nil {
                let same = free.filter { isAlike(step, $0) }
                let declared = free.first { new.step($0)?.was.contains(step.step) ?? false && $0.flow == step.flow }
                guard let found = declared ?? (same.count == 1 ? same[0] : nil) else { continue }
                renames[step] = found
                free.removeAll { $0 == found }
            }
        }
        let (before, after) = (old.leads, new.leads)
        while let wrong = ordered(renames.keys).first(where: { !isRenamed($0, before, after) }) { renames[wrong] = nil }
    }

    /// Whether two steps of a flow say, ask and offer the same.
    private func isAlike(_ before: PlayStep, _ after: PlayStep) -> Bool {
        guard before.flow == after.flow else { return false }
        let language = new.bot.bot.languages[0]
        let names = names(in: before.flow)
        return old.face(before, language: language, rename: { $0 == before.step ? after.step : names($0) })
            == new.face(after, language: language)
    }

    /// Whether a step under its new name leads where it did, and is come to as it was; of a step that says which one it was,
    /// nothing more is asked.
    private func isRenamed(_ step: PlayStep, _ before: Leads, _ after: Leads) -> Bool {
        guard let name = renames[step] else { return true }
        if new.step(name)?.was.contains(step.step) ?? false { return true }
        let around = { (leads: Leads, step: PlayStep) in
            leads.filter { $0.key.step == step || $0.value.contains(.step(step)) }
        }
        let was = around(before, step).map { (renamed($0.key), Set($0.value.map(renamed))) }
        return Dictionary(was) { $0.union($1) } == around(after, name)
    }

    /// Finds answers that stand at the same place, lead to the same steps, and have another label.
    mutating func relabel() {
        let language = new.bot.bot.languages[0]
        let (oldRoutes, newRoutes) = (routes(of: old), routes(of: new))
        for step in common {
            guard let was = oldNames[step], let labels = old.step(was)?.offeredLabels,
                let face = old.face(was, language: language, rename: names(in: step.flow)),
                let becomes = new.face(step, language: language)?.offers, labels.count == becomes.count
            else { continue }
            for (place, label) in labels.enumerated() where label != becomes[place] {
                guard !labels.contains(becomes[place]), !becomes.contains(label) else { continue }
                let leads = { (routes: Routes, label: String) in
                    Set((routes[Transitions.Key(step: step, trigger: .answer(label))] ?? [:]).keys)
                }
                let isSame = leads(oldRoutes, label) == leads(newRoutes, becomes[place])
                if isSame || face.offers[place] == becomes[place] {
                    relabels[step, default: [:]][label] = becomes[place]
                }
            }
        }
    }
}

extension ExploredVersion {
    /// Where each key leads in any of the scenes, by the names of this version.
    fileprivate var leads: [Transitions.Key: Set<StepDestination>] {
        walks.reduce(into: [:]) { leads, walk in
            for (key, destinations) in walk?.transitions?.all ?? [:] {
                leads[key, default: []].formUnion(destinations.keys)
            }
        }
    }
}
