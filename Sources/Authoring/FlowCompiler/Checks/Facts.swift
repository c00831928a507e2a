import Diagnostics
import Expressions

/// Only facts of bot.yaml are set after `customer.`, and each keeps its declared type.
struct Facts: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap(\.assignments).compactMap { assignment in
                assignment.fact.flatMap { diagnose($0, assignment, names, analysis.project) }
            }
        }
    }

    private func diagnose(
        _ name: String, _ assignment: AssignmentSyntax, _ names: NameTable, _ project: Project
    ) -> Diagnostic? {
        if BuiltIns.customerFields.contains(name) {
            return Diagnostic(
                .reservedName, "`customer.\(name)` is built in and cannot be set", at: assignment.name.span,
                label: "a built-in name", help: "set a fact that `customer:` in bot.yaml names")
        }
        guard let fact = project.bot.facts.first(where: { $0.name.value == name }) else {
            return project.bot.areFactsDamaged ? nil : unknown(name, assignment, project.bot)
        }
        return change(fact, assignment, names, project)
    }

    private func unknown(_ name: String, _ assignment: AssignmentSyntax, _ bot: BotSyntax) -> Diagnostic {
        let known = bot.facts.map(\.name.value)
        let span = assignment.name.span
        return Diagnostic(
            .unknownField, "`customer` has no `\(name)`",
            at: Span(file: span.file, range: span.range.upperBound - name.utf8.count..<span.range.upperBound),
            label: "no such fact",
            help: known.isEmpty
                ? "add `customer:` to bot.yaml, and below it `\(name):` with its type"
                : suggestion(for: name, among: known, are: "its facts are"))
    }

    private func change(
        _ fact: FactSyntax, _ assignment: AssignmentSyntax, _ names: NameTable, _ project: Project
    ) -> Diagnostic? {
        if let added = misfitting(fact.type, assignment, names, project) { return added }
        guard let type = misfit(fact.type, assignment, names, project.bot.context) else { return nil }
        let line = project.line(of: fact.name.span)
        return Diagnostic(
            .setChangesType,
            "`\(assignment.name.value)` was \(fact.type.word)\(line.map { " on line \($0) of bot.yaml" } ?? ""), "
                + "here it is \(type.word)",
            at: assignment.name.span, label: "another type",
            help: assignment.isSumInQuotes(project.bot.context)
                ? "leave out the quotes, which make a text of it" : "set it to \(fact.type.word), or keep another fact",
            related: [Diagnostic.Related(fact.type.word, at: fact.name.span)])
    }

    /// The type error of a value for a fact.
    private func misfit(
        _ type: ValueType, _ assignment: AssignmentSyntax, _ names: NameTable, _ context: ReadingContext
    ) -> ValueType? {
        if let words = assignment.value.words(assignment.source), case .success = type.value(of: words, context) {
            return nil
        }
        guard let given = assignment.value.type(in: names, context), !type.accepts(given) else { return nil }
        return given
    }

    /// A record that is added to a list of records and lacks what they have.
    private func misfitting(
        _ type: ValueType, _ assignment: AssignmentSyntax, _ names: NameTable, _ project: Project
    ) -> Diagnostic? {
        guard case .list(.record(let wanted)?) = type, case .sum(let sum) = assignment.value else { return nil }
        for part in sum.addedParts {
            let given = part.resolved(in: names, project.bot.context).type
            let added = if case .list(let item?) = given { item } else { given }
            // Other values cannot be added at all, which is reported with the sum.
            guard case .record = added, !ValueType.record(wanted).accepts(added) else { continue }
            let have = added.fields.map(\.name)
            let lacking = wanted.filter { !$0.isOptional && !have.contains($0.name) }.map { "`\($0.name)`" }
            let why = lacking.isEmpty ? "fields of other types" : "no \(lacking.joined(separator: ", "))"
            return Diagnostic(
                .typeMismatch, "`\(assignment.name.value)` holds records, and this one has \(why)",
                at: assignment.source.span(part.range), label: "another record",
                help: "records of bot.yaml say which fields it needs")
        }
        return nil
    }
}

extension ArithmeticSyntax {
    /// What a chain of `+` adds to the list at its beginning.
    fileprivate var addedParts: [ArithmeticSyntax] {
        guard case .binary(.plus, let left, let right, _) = self else { return [] }
        return left.addedParts + [right]
    }
}
