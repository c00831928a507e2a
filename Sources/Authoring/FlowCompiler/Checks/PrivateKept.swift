import Diagnostics
import Expressions
import FlowModel

/// Private answers do not become facts about the customer, which are stored for later conversations, and are kept only in
/// private fields of tables.
struct PrivateKept: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let flows = analysis.project.flows
        return zip(flows, PrivateNames.ofFlows(in: analysis.project)).flatMap { flow, names -> [Diagnostic] in
            guard !names.names.isEmpty else { return [] }
            return rows(of: flow, names, analysis.project)
                + flow.steps.flatMap(\.assignments).filter { $0.fact != nil }.flatMap { assignment in
                    assignment.value.inserts.filter { names.contains($0.name) }.map { insert in
                        Diagnostic(
                            .privateKept,
                            "`{\(insert.name.text)}` is private and would be kept for later conversations",
                            at: assignment.source.span(insert.nameRange), label: "private",
                            help: "keep something else of the customer, or ask for it again each time")
                    }
                }
        }
    }

    private func rows(of flow: FlowSyntax, _ names: PrivateNames, _ project: Project) -> [Diagnostic] {
        (flow.steps.compactMap(\.call) + [flow.whenClosed].compactMap { $0 }).flatMap { call -> [Diagnostic] in
            guard call.results?.operation == .keep,
                let table = project.resultTables.first(where: { $0.name.value == call.results?.table }),
                !table.isDamaged, table.isPrivacyKnown
            else { return [] }
            let open = call.inputs.filter { !table.table.privateFields.contains($0.name.value) }
            return open.compactMap { input in
                guard let insert = input.value.inserts.first(where: { names.contains($0.name) }) else { return nil }
                let (field, name) = (input.name.value, table.name.value)
                let fields = table.table.fields.map(\.name).filter {
                    table.table.privateFields.contains($0) || $0 == field
                }
                return Diagnostic(
                    .privateKept, "`{\(insert.name.text)}` is private, and `\(field)` of `\(name)` is not",
                    at: input.source.span(insert.nameRange), label: "private",
                    help: "write `private: [\(fields.joined(separator: ", "))]` below `\(name)`: "
                        + "then it is sealed in the database, and stays out of logs and e-mails")
            }
        }
    }
}
