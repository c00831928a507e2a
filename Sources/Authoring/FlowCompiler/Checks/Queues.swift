import Diagnostics

/// `hand_over` names a queue, and a destination for when a queue with hours is closed.
struct Queues: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let queues = analysis.project.bot.people
        return analysis.project.flows.flatMap(\.steps).compactMap { step in
            guard case .handOver(let handOver) = step.thing else { return nil }
            guard let queue = queues.first(where: { $0.name.value == handOver.queue.value }) else {
                if analysis.project.bot.arePeopleDamaged { return nil }
                return Diagnostic(
                    .unknownQueue, "no people are called `\(handOver.queue.value)`", at: handOver.queue.span,
                    label: "no such queue",
                    help: suggestion(for: handOver.queue.value, among: queues.map(\.name.value), are: "the people are")
                        ?? "add it below `people:` in bot.yaml")
            }
            guard queue.hours != nil, handOver.ifAway == nil, !step.isDamaged else { return nil }
            return Diagnostic(
                .awayMissing, "`\(queue.name.value)` is closed at times; the customer would wait unanswered",
                at: step.name.span, label: "there is no `if_away`",
                help: "add `if_away:` with a step that says when you open")
        }
    }
}
