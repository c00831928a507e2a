import Expressions

extension StepSyntax {
    /// The fields of its answer that only answers from a list have, when there are other answers as well.
    func fieldsOfLists(in names: NameTable) -> [Name] {
        guard case .answers(let answers)? = question?.kind, !answers.several, !answers.isDamaged,
            answers.items.contains(where: { $0.each == nil }), let each = answers.items.compactMap(\.each).first
        else { return [] }
        return names.itemType(of: each).fields.filter { !$0.isOptional }.map { Name([resultName, $0.name]) }
    }
}
