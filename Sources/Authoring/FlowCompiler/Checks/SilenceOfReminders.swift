import Diagnostics
import Expressions

/// A question to which a reminder leads has a silence of its own: one made for conversations is over in minutes.
struct SilenceOfReminders: Check {
    /// Up to this wait an inherited silence is made for people who are writing.
    private static let longest = TimeLength.hours(2)

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.stepIDs.compactMap { id in
            guard let go = project.step(id).reminder?.go, case .step(let first)? = project.resolve(go, in: id.flow),
                let asked = question(from: first, analysis), let silent = project.silent(asked), silent.level != .step,
                let block = silent.exit.block, block.after.value <= Self.longest
            else { return nil }
            let name = analysis.name(of: asked, in: id.flow)
            let place = silent.level == .flow ? "the flow" : "bot.yaml"
            return Diagnostic(
                .silenceOfReminder, "`\(name)` is asked by a reminder, and waits as long as \(place) says", at: go.span,
                label: "people may answer much later",
                help: "give `\(name)` an `if_silent:` of its own, such as `if_silent: never`",
                related: [.init("this silence", at: silent.exit.key)])
        }
    }

    /// The first question on the way from a step.
    private func question(from first: StepID, _ analysis: Analysis) -> StepID? {
        var step = first
        for _ in 0..<10 {
            if analysis.project.step(step).question != nil { return step }
            let ways = analysis.graph.ways(from: step).filter { $0.kind == .then }
            guard ways.count == 1, let next = ways[0].step else { return nil }
            step = next
        }
        return nil
    }
}
