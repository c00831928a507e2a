import Diagnostics
import Expressions

/// `each` iterates over a list.
struct EachLists: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap(\.eachBlocks).compactMap { diagnose($0.each, EachScope(names, $0.outer)) }
        }
    }

    private func diagnose(_ each: EachSyntax, _ names: EachScope) -> Diagnostic? {
        let list = each.list
        let (type, problem) = names.lookUp(list.value, at: 0..<list.value.text.utf8.count)
        if let problem {
            let start = list.span.range.lowerBound
            let range = start + problem.range.lowerBound..<start + problem.range.upperBound
            return Diagnostic(
                problem.code, problem.message, at: Span(file: list.span.file, range: range), label: problem.label,
                help: problem.help)
        }
        guard type != .unknown, !type.isList else { return nil }
        return Diagnostic(
            .typeMismatch, "`\(list.value.text)` is \(type.word), `each` goes through a list", at: list.span,
            label: type.word)
    }
}
