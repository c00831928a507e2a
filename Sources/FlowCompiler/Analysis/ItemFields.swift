import Diagnostics
import Expressions

/// Answers of which some come from a list and others are written: only the first bring the fields of a record.
extension StepSyntax {
    /// The fields that an answer from its list surely has, when not all of its answers come from there.
    func itemFields(in types: some TypeScope) -> [Name] {
        guard case .answers(let answers)? = question?.kind, !answers.several, let each = answers.onlyEach else { return [] }
        return types.itemType(of: each).fields.filter { !$0.isOptional }.map { Name([resultName, $0.name]) }
    }

    /// Whether everybody who goes this way has chosen an answer of the list.
    func comesFromEach(_ way: StepGraph.Way) -> Bool {
        guard case .answer(let label) = way.kind, case .answers(let answers)? = question?.kind else { return false }
        let chosen = answers.items.filter { item in
            label == nil ? item.then == nil : item.then?.span == way.destination.span
        }
        return !chosen.isEmpty && chosen.allSatisfy { $0.each != nil }
    }
}

extension AnswersSyntax {
    /// The list of which its records come, when answers are written beside it.
    fileprivate var onlyEach: EachSyntax? {
        let repeated = items.compactMap(\.each)
        return repeated.count == 1 && items.count > 1 ? repeated[0] : nil
    }
}
