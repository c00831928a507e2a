import Diagnostics
import Expressions

/// The label of an answer does not end with a step: in a list, `- Yes: see_you` is all label.
struct StepsInLabels: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.stepIDs.flatMap { id -> [Diagnostic] in
            guard case .answers(let answers)? = analysis.project.step(id).question?.kind else { return [] }
            return answers.items.filter { $0.then == nil && $0.each == nil }.compactMap {
                diagnose($0.label, id.flow, analysis.project)
            }
        }
    }

    private func diagnose(_ label: TextSyntax, _ flow: Int, _ project: Project) -> Diagnostic? {
        let text = label.source.string
        guard let colon = text.ranges(of: ": ").last else { return nil }
        let step = String(text[colon.upperBound...])
        guard isDestination(step, flow, project) else { return nil }
        return Diagnostic(
            .stepInLabel, "customers would read `\(text)` on this answer", at: label.span, label: "a step in a label",
            help: "without the dash it is `\(text)`; with it, write `label: \(text[..<colon.lowerBound])` and "
                + "`then: \(step)` below it")
    }

    private func isDestination(_ text: String, _ flow: Int, _ project: Project) -> Bool {
        if ["end", "back", "resume"].contains(text) || project.step(named: text, in: flow) != nil { return true }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let other = project.flow(named: parts[0]) else { return false }
        return parts[1] == "start" || project.step(named: parts[1], in: other) != nil
    }
}
