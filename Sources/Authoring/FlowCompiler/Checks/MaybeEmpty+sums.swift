import Diagnostics
import Expressions

/// A sum with an empty part is empty. Of a list that is silent, and of a fact that is added to itself it is so for ever.
extension MaybeEmpty {
    func emptySums(_ id: StepID, _ analysis: Analysis) -> [Diagnostic] {
        let openings = analysis.project.step(id).openings
        return openings.enumerated().flatMap { stage, opening in
            opening.assignments.enumerated().flatMap { line, assignment -> [Diagnostic] in
                guard case .sum(let sum) = assignment.value, case .binary = sum else { return [] }
                return sum.inserts.filter { $0.fallback == nil }.compactMap {
                    empty($0, in: assignment, id, stage: stage, line: line, analysis)
                }
            }
        }
    }

    private func empty(
        _ insert: Template.Insert, in assignment: AssignmentSyntax, _ id: StepID, stage: Int, line: Int,
        _ analysis: Analysis
    ) -> Diagnostic? {
        let names = analysis.names[id.flow]
        let filled = analysis.filled[id.flow]
        let set = filled.names(at: id.step, stage: stage, assignments: line)
        let type = ArithmeticSyntax.insert(insert).resolved(in: names, analysis.project.bot.context).type
        let isItself = insert.name.text == assignment.name.value && assignment.fact != nil
        guard type.isList || type == .number && isItself, !filled.isKnownFilled(insert.name, in: set)
        else { return nil }
        let nothing = type.isList ? "[]" : "0"
        let why: String
        if !filled.contains(insert.name.root, in: set) {
            why = "is empty when \(way(insert.name, id, analysis))"
        } else if names.hasOptionalField(insert.name, unless: { filled.isKnownFilled($0, in: set) }) {
            why = "may be empty"
        } else {
            return nil
        }
        return Diagnostic(
            .maybeEmpty, "`\(insert.name.text)` \(why), and then so is the sum",
            at: assignment.source.span(insert.nameRange), label: "not always there",
            help: "write `{\(insert.name.text), or \(nothing)}`", severity: .warning)
    }
}
