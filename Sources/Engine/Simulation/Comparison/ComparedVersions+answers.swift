import FlowModel

/// Answers that questions offer.
extension ComparedVersions {
    func answers(_ words: ChangeWords) -> [DraftChange] {
        common.flatMap { step -> [DraftChange] in
            guard let was = oldNames[step], let before = old.step(was)?.offeredLabels,
                let after = new.step(step)?.offeredLabels, before != after
            else { return [] }
            let renamed = relabels[step] ?? [:]
            let gained = after.filter { !before.contains($0) && !renamed.values.contains($0) }
            let lost = before.filter { !after.contains($0) && renamed[$0] == nil }
            let place = words.name(step)
            let labels = { (labels: [String]) in ChangeWords.list(labels.map { "*\($0)*" }, others: "answers") }
            let first = { (label: String, routes: Routes) in
                routes[Transitions.Key(step: step, trigger: .answer(label))]?.values
                    .min { ($0.scene, $0.move.order) < ($1.scene, $1.move.order) }
            }
            var changes: [DraftChange] = []
            if let label = gained.first {
                changes.append(
                    DraftChange(
                        kind: .answerGained, text: "At \(place) customers may now choose \(labels(gained)).",
                        steps: [step], showing: first(label, newRoutes) ?? new.visits[step]))
            }
            if let label = lost.first {
                changes.append(
                    DraftChange(
                        kind: .answerLost, text: "At \(place) customers may no longer choose \(labels(lost)).",
                        steps: [step], showing: first(label, oldRoutes) ?? old.visits[was]))
            }
            for label in before where old.isShown(renamed[label], insteadOf: label) {
                guard let name = renamed[label] else { continue }
                changes.append(
                    DraftChange(
                        kind: .answerRenamed, text: "At \(place) the answer *\(label)* is now called *\(name)*.",
                        steps: [step], showing: first(name, newRoutes) ?? new.visits[step]))
            }
            return changes
        }
    }
}

extension ExploredVersion {
    /// Whether customers see another label: not only another name in its braces.
    fileprivate func isShown(_ label: String?, insteadOf old: String) -> Bool {
        guard let label else { return false }
        return label.withoutBraces != old.withoutBraces
    }
}

extension String {
    /// The text without what stands in braces.
    fileprivate var withoutBraces: String {
        replacing(/\{[^{}]*\}/, with: "{}")
    }
}
