import Diagnostics
import Expressions

/// Private answers do not become facts about the customer, which are stored for later conversations.
struct PrivateKept: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let flows = analysis.project.flows
        return zip(flows, PrivateNames.ofFlows(in: analysis.project)).flatMap { flow, names -> [Diagnostic] in
            guard !names.names.isEmpty else { return [] }
            return flow.steps.flatMap(\.assignments).filter { $0.fact != nil }.flatMap { assignment in
                assignment.value.inserts.filter { names.contains($0.name) }.map { insert in
                    Diagnostic(
                        .privateKept, "`{\(insert.name.text)}` is private and would be kept for later conversations",
                        at: assignment.source.span(insert.nameRange), label: "private",
                        help: "keep something else of the customer, or ask for it again each time")
                }
            }
        }
    }
}
