import Diagnostics
import Expressions
import FlowModel

/// An event gives the flow that it begins what that flow needs, and its values have the types of the names that they
/// fill.
struct EventValues: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.eventEntries.flatMap { entry -> [Diagnostic] in
            guard let flow = entry.flow, project.isKnown(event: entry.name.value),
                let event = project.event(named: entry.name.value)
            else { return [] }
            return inputs(of: project.flows[flow], event, at: entry.destination.span)
        } + project.flows.flatMap { names(of: $0, project) }
    }

    private func inputs(of flow: FlowSyntax, _ event: EventSyntax, at span: Span) -> [Diagnostic] {
        guard !flow.areNeedsDamaged, !flow.isUnreadable else { return [] }
        return flow.needs.compactMap { need in
            let wanted = need.field
            guard let field = event.declaration.fields.first(where: { $0.name == wanted.name }) else {
                return wanted.isOptional ? nil : missing(wanted, of: flow, event, "does not have", at: span)
            }
            if field.isOptional, !wanted.isOptional { return missing(wanted, of: flow, event, "may lack", at: span) }
            guard !wanted.type.accepts(field.type) else { return nil }
            return Diagnostic(
                .typeMismatch,
                "`\(field.name)` of `\(event.name.value)` is \(field.type.word), `\(flow.name)` needs \(wanted.type.word)",
                at: span, label: "not \(wanted.type.word)", help: "give both the same type",
                related: [Diagnostic.Related(wanted.type.word, at: need.name.span)])
        }
    }

    private func missing(
        _ need: ValueType.RecordField, of flow: FlowSyntax, _ event: EventSyntax, _ verb: String, at span: Span
    ) -> Diagnostic {
        Diagnostic(
            .missingInput,
            "`\(flow.name)` needs `\(need.name)` (\(need.type.word)), which `\(event.name.value)` \(verb)", at: span,
            label: "`\(need.name)` is not given",
            help: "add it to the `fields` of the event, or write `optional` behind the type in `needs`")
    }

    /// Names that an exit fills, and that another part of the flow fills with values of another type.
    private func names(of flow: FlowSyntax, _ project: Project) -> [Diagnostic] {
        guard !flow.eventExits.isEmpty else { return [] }
        let typer = NameTyper(flow, in: project, given: GivenTypes(project))
        var known: [String: (type: ValueType, span: Span)] = [:]
        for need in flow.needs { known[need.name.value] = (need.field.type, need.name.span) }
        for step in flow.steps where step.hasResult && known[step.resultName] == nil {
            known[step.resultName] = (typer.resultType(of: step), step.result.span)
        }
        return flow.eventExits.flatMap { line -> [Diagnostic] in
            let fields = project.event(named: line.name.value)?.declaration.fields ?? []
            return fields.compactMap { field in
                guard let earlier = known[field.name] else {
                    known[field.name] = (field.type, line.name.span)
                    return nil
                }
                guard earlier.type.merged(with: field.type) == nil else { return nil }
                return Diagnostic(
                    .setChangesType,
                    "`\(field.name)` is \(earlier.type.word), `\(line.name.value)` makes it \(field.type.word)",
                    at: line.name.span, label: "another type", help: "give one of them another name",
                    related: [Diagnostic.Related(earlier.type.word, at: earlier.span)])
            }
        }
    }
}
