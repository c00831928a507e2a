import Diagnostics

/// `hand_over` names a queue, and a destination for when a queue with hours is closed, unless it is only reached while the
/// queue is open.
struct Queues: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let open = OpenQueues(analysis)
        return project.stepIDs.compactMap { id in
            let step = project.step(id)
            guard case .handOver(let handOver) = step.thing else { return nil }
            guard let queue = project.bot.people.first(where: { $0.name.value == handOver.queue.value }) else {
                return project.bot.arePeopleDamaged ? nil : unknown(handOver, project.bot)
            }
            guard queue.hours != nil, handOver.ifAway == nil, !step.isDamaged, !open.isOpen(queue, at: id) else {
                return nil
            }
            return Diagnostic(
                .awayMissing, "`\(queue.name.value)` is closed at times; the customer would wait unanswered",
                at: step.name.span, label: "there is no `if_away`",
                help: "add `if_away:` with a step that says when you open")
        }
    }

    private func unknown(_ handOver: HandOverSyntax, _ bot: BotSyntax) -> Diagnostic {
        Diagnostic(
            .unknownQueue, "no people are called `\(handOver.queue.value)`", at: handOver.queue.span,
            label: "no such queue",
            help: suggestion(for: handOver.queue.value, among: bot.people.map(\.name.value), are: "the people are")
                ?? "add it below `people:` in bot.yaml")
    }
}
