package import ConversationRuntime
package import FlowMap
package import FlowModel

extension FlowTraffic {
    /// Assigns the statistics to the current steps of a bot.
    package init(_ statistics: FlowStatistics, in bot: Bot) {
        self.init()
        for (place, counts) in statistics.counts {
            guard let step = bot.step(at: place) else { continue }
            visits[step] = counts.byOutcome
        }
        for (move, count) in statistics.moves {
            // A move to a step that no longer exists cannot be drawn.
            guard let from = bot.step(at: move.from), let outcome = Outcome(rawValue: move.outcome.rawValue) else {
                continue
            }
            let to = move.to.flatMap { bot.step(at: $0) }
            guard (to == nil) == (move.to == nil) else { continue }
            moves[Move(from: from, outcome: outcome, to: to), default: 0] += count
        }
    }
}

extension Bot {
    /// Returns the current name of a step.
    package func place(now place: FlowStatistics.Place) -> FlowStatistics.Place {
        guard let reference = step(at: place) else { return place }
        let flow = flows[reference.flow]
        return FlowStatistics.Place(flow: flow.name, step: flow.steps[reference.step].name)
    }

    fileprivate func step(at place: FlowStatistics.Place) -> StepReference? {
        reference(flow: place.flow, step: place.step)
    }
}

extension StepCounts {
    fileprivate var byOutcome: [FlowTraffic.Outcome: Int] {
        [
            .passed: passed, .answered: answered, .silent: silent, .other: other, .failed: failed,
            .cancelled: cancelled, .unable: unable, .closed: closed, .elsewhere: elsewhere, .waiting: waiting,
        ]
    }
}
