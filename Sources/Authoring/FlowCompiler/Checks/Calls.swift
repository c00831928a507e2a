import Diagnostics
import Expressions
import FlowModel

/// Calls name an action that exists, and pass all required inputs with their types.
struct Calls: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            (flow.steps.compactMap(\.call) + [flow.whenClosed].compactMap { $0 }).flatMap { call in
                diagnose(call, names, analysis.project)
            }
        }
    }

    private func diagnose(_ call: CallSyntax, _ names: NameTable, _ project: Project) -> [Diagnostic] {
        guard let action = project.action(named: call.action.value) else {
            return unknown(call, project).map { [$0] } ?? []
        }
        guard !action.isDamaged else { return [] }
        let inputs = Inputs(
            what: "action", target: Located(action.name.value, at: call.action.span), takes: action.action.takes,
            given: call.inputs, isDamaged: call.isDamaged)
        return inputs.diagnose(names, project.bot.context)
    }

    private func unknown(_ call: CallSyntax, _ project: Project) -> Diagnostic? {
        guard !project.actions.isDamaged else { return nil }
        let known = project.actions.actions.map(\.name.value)
        let help =
            known.isEmpty
            ? "declare it in Config/actions.yaml" : suggestion(for: call.action.value, among: known, are: "there are")
        return Diagnostic(
            .unknownAction, "no action is called `\(call.action.value)`", at: call.action.span,
            label: "no action has this name", help: help)
    }

    private func missing(_ call: CallSyntax, _ action: ActionSyntax) -> [Diagnostic] {
        guard !call.isDamaged else { return [] }
        let given = Set(call.inputs.map(\.name.value))
        return action.action.takes.filter { !$0.isOptional && !given.contains($0.name) }.map { input in
            Diagnostic(
                .missingInput, "`\(action.name.value)` needs `\(input.name)` (\(input.type.word))",
                at: call.action.span, label: "`\(input.name)` is not given",
                help: "add `\(input.name):` below `using:`")
        }
    }

    private func diagnose(
        _ input: InputSyntax, _ action: ActionSyntax, _ names: NameTable, _ context: ReadingContext
    ) -> [Diagnostic] {
        let takes = action.action.takes
        guard let field = takes.first(where: { $0.name == input.name.value }) else {
            return [
                Diagnostic(
                    .unknownInput, "`\(action.name.value)` takes no `\(input.name.value)`", at: input.name.span,
                    label: "no such input",
                    help: takes.isEmpty
                        ? "it takes nothing; leave this out"
                        : suggestion(for: input.name.value, among: takes.map(\.name), are: "it takes"))
            ]
        }
        return input.source.diagnostics(input.problems(wanted: field.type, names, context))
    }
}

extension InputSyntax {
    /// The problems when the input has this type.
    func problems(wanted type: ValueType, _ names: NameTable, _ context: ReadingContext) -> [Problem] {
        let whole = 0..<source.string.utf8.count
        if let words = value.words(source) {
            guard case .failure = type.value(of: words, context) else { return [] }
            return [mismatch("`\(words)` is not \(type.word)", type, whole)]
        }
        switch value {
        case .text(let template):
            let problems = template.problems(in: names)
            if !problems.isEmpty || type.accepts(.text) { return problems }
            return [mismatch("this is a text, `\(name.value)` is \(type.word)", type, whole)]
        case .sum(let sum):
            let (_, given, problems) = sum.resolved(in: names, context)
            if !problems.isEmpty || type.accepts(given) { return problems }
            return [mismatch("this is \(given.word), `\(name.value)` is \(type.word)", type, sum.range)]
        case .list(let items):
            let problems = items.flatMap { $0.problems(in: names) }
            if !problems.isEmpty || type.accepts(.list(items.isEmpty ? nil : .text)) { return problems }
            return [mismatch("this is a list, `\(name.value)` is \(type.word)", type, whole)]
        case .yesNo, .nothing, .broken: return []
        }
    }

    private func mismatch(_ message: String, _ type: ValueType, _ range: Range<Int>) -> Problem {
        Problem(.typeMismatch, message, at: range, label: "not \(type.word)", help: "the action takes \(type.word)")
    }
}

extension AssignedSyntax {
    /// The text when it contains no name: it is read as the required type.
    func words(_ source: SourceText) -> String? {
        switch self {
        case .text(let template): template.constant
        case .sum(let sum): sum.inserts.isEmpty && sum.isConstant ? source.string : nil
        case .yesNo: source.string
        case .list, .nothing, .broken: nil
        }
    }
}

extension ArithmeticSyntax {
    fileprivate var isConstant: Bool {
        if case .constant = self { true } else { false }
    }
}
