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
        if let results = call.results { return diagnose(results, call, names, project) }
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
        let known = project.actions.actions.filter { !$0.isOfResults }.map(\.name.value)
        let help =
            known.isEmpty
            ? "declare it in Config/actions.yaml" : suggestion(for: call.action.value, among: known, are: "there are")
        return Diagnostic(
            .unknownAction, "no action is called `\(call.action.value)`", at: call.action.span,
            label: "no action has this name", help: help)
    }

    // Tables.

    private func diagnose(
        _ results: ResultCall, _ call: CallSyntax, _ names: NameTable, _ project: Project
    ) -> [Diagnostic] {
        guard let table = project.resultTables.first(where: { $0.name.value == results.table }) else {
            return project.areResultsDamaged ? [] : [unknown(results, call, project)]
        }
        guard !table.isDamaged, let action = project.action(named: call.action.value) else { return [] }
        let inputs = Inputs(
            what: "table", target: Located(results.table, at: call.action.span), takes: action.action.takes,
            given: call.inputs, isDamaged: call.isDamaged)
        return inputs.diagnose(names, project.bot.context)
            + (table.areStatesKnown ? strangeStates(call, table.table) : [])
    }

    private func unknown(_ results: ResultCall, _ call: CallSyntax, _ project: Project) -> Diagnostic {
        let known = project.resultTables.map(\.name.value)
        return Diagnostic(
            .unknownResult, "no table of results is called `\(results.table)`", at: call.action.span,
            label: "no table has this name",
            help: known.isEmpty
                ? "declare it below `results:`, in the flow or in bot.yaml"
                : suggestion(for: results.table, among: known, are: "there are"))
    }

    /// A written state that rows of the table never have.
    private func strangeStates(_ call: CallSyntax, _ table: ResultTable) -> [Diagnostic] {
        guard call.results?.operation != .keep else { return [] }
        return call.inputs.filter { $0.name.value == "state" }.compactMap { input in
            guard let word = input.value.words(input.source), !table.states.contains(word) else { return nil }
            return Diagnostic(
                .unknownWord, "a row of `\(table.name)` is never `\(word)`", at: input.span, label: "no such state",
                help: suggestion(for: word, among: table.states, are: "its states are"))
        }
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
        case .record, .yesNo, .nothing, .broken: return []
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
        case .list, .record, .nothing, .broken: nil
        }
    }
}

extension ArithmeticSyntax {
    fileprivate var isConstant: Bool {
        if case .constant = self { true } else { false }
    }
}
