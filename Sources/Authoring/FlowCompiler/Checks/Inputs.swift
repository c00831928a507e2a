import Diagnostics
import Expressions

/// The inputs of an action, a flow or a card, and the values that a step passes.
struct Inputs {
    /// An action, a flow or a card, in words.
    let what: String
    /// The key below which inputs are passed.
    var key = "using"
    let target: Word
    let takes: [ValueType.RecordField]
    let given: [InputSyntax]
    /// Whether a line that could not be read may pass an input.
    let isDamaged: Bool

    /// Reports inputs that are missing, do not exist or have the wrong type.
    func diagnose(_ names: some TypeScope, _ context: ReadingContext) -> [Diagnostic] {
        missing + given.flatMap { diagnose($0, names, context) }
    }

    private var missing: [Diagnostic] {
        // An input that does not exist may be meant for one that is missing.
        let isMeant = given.contains { input in !takes.contains { $0.name == input.name.value } }
        guard !isDamaged, !isMeant else { return [] }
        let given = Set(given.map(\.name.value))
        return takes.filter { !$0.isOptional && !given.contains($0.name) }.map { input in
            Diagnostic(
                .missingInput, "`\(target.value)` needs `\(input.name)` (\(input.type.word))", at: target.span,
                label: "`\(input.name)` is not given", help: "add `\(input.name):` below `\(key):`")
        }
    }

    private func diagnose(_ input: InputSyntax, _ names: some TypeScope, _ context: ReadingContext) -> [Diagnostic] {
        guard let field = takes.first(where: { $0.name == input.name.value }) else {
            return [
                Diagnostic(
                    .unknownInput, "`\(target.value)` takes no `\(input.name.value)`", at: input.name.span,
                    label: "no such input",
                    help: takes.isEmpty
                        ? "it takes nothing; leave this out"
                        : suggestion(for: input.name.value, among: takes.map(\.name), are: "it takes"))
            ]
        }
        return input.source.diagnostics(problems(input, wanted: field.type, names, context))
    }

    /// The problems when the input has this type.
    private func problems(
        _ input: InputSyntax, wanted type: ValueType, _ names: some TypeScope, _ context: ReadingContext
    ) -> [Problem] {
        let whole = 0..<input.source.string.utf8.count
        let name = input.name.value
        if let words = input.value.words(input.source) {
            guard case .failure = type.value(of: words, context) else { return [] }
            return [mismatch("`\(words)` is not \(type.word)", type, whole)]
        }
        switch input.value {
        case .text(let template):
            let problems = template.problems(in: names)
            if !problems.isEmpty || type.accepts(.text) { return problems }
            return [mismatch("this is a text, `\(name)` is \(type.word)", type, whole)]
        case .sum(let sum):
            let (_, given, problems) = sum.resolved(in: names, context)
            if !problems.isEmpty || type.accepts(given) { return problems }
            return [mismatch("this is \(given.word), `\(name)` is \(type.word)", type, sum.range)]
        case .list(let items):
            let problems = items.flatMap { $0.problems(in: names) }
            if !problems.isEmpty || type.accepts(.list(items.isEmpty ? nil : .text)) { return problems }
            return [mismatch("this is a list, `\(name)` is \(type.word)", type, whole)]
        case .record, .yesNo, .nothing, .broken: return []
        }
    }

    private func mismatch(_ message: String, _ type: ValueType, _ range: Range<Int>) -> Problem {
        Problem(.typeMismatch, message, at: range, label: "not \(type.word)", help: "the \(what) takes \(type.word)")
    }
}
