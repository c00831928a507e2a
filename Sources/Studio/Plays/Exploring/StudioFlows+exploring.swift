import FlowModel
public import Simulation

extension StudioFlows {
    /// The flow in which conversations of customers begin; `nil` while the flows have never been valid.
    public var beginning: String? { valid.map { $0.bot.flows[$0.bot.start.flow].name } }

    /// Tries every way through the flows as they are now, as `usher explore` does, and checks what transcripts state.
    ///
    /// - Parameters:
    ///   - isAbandoned: says, before each state, that the rest is to be left out, which is then incomplete.
    ///   - whenTried: called after each state.
    /// - Returns: `nil` while the text has errors.
    public func findings(
        limits: ExplorationLimits = ExplorationLimits(), unless isAbandoned: () -> Bool = { false },
        whenTried: (Exploration.Progress) -> Void = { _ in }
    ) -> PlacedFindings? {
        guard isCurrent, let valid else { return nil }
        let exploration = Exploration(
            of: valid.plays, limits: limits, stating: StatedProperties(of: transcripts, in: valid.bot),
            unless: { _ in isAbandoned() }, whenTried: whenTried)
        return PlacedFindings(exploration, in: compilation)
    }

    /// Compares the flows as they are now with others, as `usher diff` does.
    ///
    /// - Parameter isAbandoned: says, before each state and each conversation, that the rest is to be left out.
    /// - Returns: `nil` while one of the two texts has errors.
    public func comparison(
        with old: StudioFlows, limits: ExplorationLimits = .ofComparisons,
        unless isAbandoned: (Comparison.Progress) -> Bool = { _ in false }
    ) -> Comparison? {
        guard isCurrent, old.isCurrent, let before = old.valid, let now = valid else { return nil }
        return Comparison(from: before.plays, to: now.plays, limits: limits, unless: isAbandoned)
    }
}
