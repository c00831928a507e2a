import Diagnostics
import Expressions

/// Values of assignments and results can be calculated, and a name keeps its type.
struct Assignments: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            var first = Dictionary(flow.needs.map { ($0.name.value, $0.name.span) }) { first, _ in first }
            let given = flow.gives.flatMap { given in
                given.source.diagnostics(given.value.problems(in: names, analysis.project.bot.context))
            }
            return given
                + flow.steps.flatMap(\.assignments).filter { !$0.isLanguage }.flatMap { assignment -> [Diagnostic] in
                    defer { first[assignment.name.value] = first[assignment.name.value] ?? assignment.name.span }
                    let problems = assignment.ofFields.flatMap { part in
                        part.source.diagnostics(
                            part.value.problems(in: names, analysis.project.bot.context).map {
                                withCause($0, of: part.value, in: flow, analysis.project)
                            })
                    }
                    if !problems.isEmpty { return problems }
                    return change(assignment, names, analysis, first[assignment.name.value]).map { [$0] } ?? []
                }
        }
    }

    /// Nothing can be calculated with an amount that is read as a text: the cure is where it is set.
    private func withCause(
        _ problem: Problem, of value: AssignedSyntax, in flow: FlowSyntax, _ project: Project
    ) -> Problem {
        guard problem.code == .typeMismatch, case .sum(let sum) = value,
            let insert = sum.inserts.first(where: { $0.range == problem.range })
        else { return problem }
        for cause in flow.steps.flatMap(\.assignments) where cause.name.value == insert.name.text {
            guard let money = project.moneyMeant(by: cause.value, cause.source) else { continue }
            return Problem(
                problem.code, problem.message, at: problem.range, label: problem.label,
                help: "`\(insert.name.text)` is set to `\(cause.source.string)`; write `\(money.text)` there")
        }
        return problem
    }

    private func change(
        _ assignment: AssignmentSyntax, _ names: NameTable, _ analysis: Analysis, _ first: Span?
    ) -> Diagnostic? {
        guard let first, let settled = names.type(ofRoot: assignment.name.value),
            let type = assignment.value.type(in: names, analysis.project.bot.context), !settled.takes(type)
        else { return nil }
        let line = analysis.project.line(of: first)
        return Diagnostic(
            .setChangesType,
            "`\(assignment.name.value)` was \(settled.word)\(line.map { " on line \($0)" } ?? ""), here it is \(type.word)",
            at: assignment.name.span, label: "another type",
            help: assignment.isSumInQuotes(analysis.project.bot.context)
                ? "leave out the quotes, which make a text of it" : "give the new value another name",
            related: [Diagnostic.Related(settled.word, at: first)])
    }
}

extension AssignedSyntax {
    /// The errors of names, formats and types; those of the fields of a record have locations of their own.
    func problems(in names: some TypeScope, _ context: ReadingContext) -> [Problem] {
        switch self {
        case .sum(let sum): sum.resolved(in: names, context).problems
        case .text(let template): template.problems(in: names)
        case .list(let items): items.flatMap { $0.problems(in: names) }
        case .record, .yesNo, .nothing, .broken: []
        }
    }
}

extension ValueType {
    /// Whether a name of this type can be set to a value of `other`.
    fileprivate func takes(_ other: ValueType) -> Bool {
        switch (self, other) {
        case (.unknown, _), (_, .unknown): true
        case (.choice, .choice), (.choice, .text), (.text, .choice): true
        case (.list(let item?), .list(let other?)): item.takes(other)
        case (.list, .list): true
        default: self == other
        }
    }
}

extension AssignmentSyntax {
    /// Whether quotes make a text of an expression that would be calculated without them.
    func isSumInQuotes(_ context: ReadingContext) -> Bool {
        guard case .text = value, case .sum = AssignedSyntax.parse(source.string, isQuoted: false, context).value else {
            return false
        }
        return true
    }
}
