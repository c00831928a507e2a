import Diagnostics
import Expressions
import FlowModel

/// Decodes how the response of an action is interpreted: the paths of its results, and the names of its failures.
struct AnswerDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func read(_ block: Block, into action: inout Action) {
        action.from = from(block, action)
        action.problems = problems(block)
    }

    private func from(_ block: Block, _ action: Action) -> [String: AnswerPath] {
        var paths: [String: AnswerPath] = [:]
        guard let below = block.block("from") else { return [:] }
        let names = action.gives.map(\.name)
        for entry in below.map.entries {
            guard names.contains(entry.key.string) else {
                findings.report(
                    .unknownName, "the action gives no `\(entry.key.string)`", at: entry.key.span,
                    label: "no such result", help: suggestion(for: entry.key.string, among: names, are: "it gives"))
                continue
            }
            guard let word = below.word(entry) else { continue }
            guard let path = AnswerPath(word.value) else {
                findings.report(
                    .wrongShape, "`\(word.value)` names no place in an answer", at: word.span, label: "not a path",
                    help: "write a path such as `booking.code` or `items[0].id`")
                continue
            }
            paths[entry.key.string] = path
        }
        return paths
    }

    private func problems(_ block: Block) -> [Action.Problem] {
        guard let below = block.block("problems") else { return [] }
        return below.map.entries.compactMap { entry in
            guard let name = below.word(entry) else { return nil }
            return sign(entry.key).map { Action.Problem(sign: $0, name: name.value) }
        }
    }

    private func sign(_ key: ValueNode) -> Action.Problem.Sign? {
        if let status = Int(key.string) {
            guard (100...599).contains(status) else {
                findings.reportRange("a status", "100 to 599", Located(key.string, at: key.span))
                return nil
            }
            return .status(status)
        }
        let (syntax, problems) = ConditionSyntax.parse(key.string)
        let (condition, others) = syntax.resolved(in: AnyNames(), context)
        findings.add(problems + others, in: key.text)
        return condition.map { .answer($0) }
    }
}

/// Any names that a response may contain: their types are not declared.
private struct AnyNames: TypeScope {
    func type(ofRoot root: String) -> ValueType? { .unknown }
    var roots: [String] { [] }
}
