import Diagnostics
import Expressions

/// A value that looks like a calculation is one: `{price} × 2` and `{price} * 12,50 EUR` are texts.
struct SumsInTexts: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let context = analysis.project.bot.context
        return analysis.project.flows.flatMap { flow -> [Diagnostic] in
            let inputs = flow.steps.flatMap { ($0.call?.inputs ?? []) + ($0.run?.inputs ?? []) }
            let values =
                (flow.steps.flatMap(\.assignments) + flow.gives).map { ($0.value, $0.source) }
                + inputs.map { ($0.value, $0.source) }
            return values.compactMap { diagnose($0, $1, context) }
        }
    }

    private func diagnose(_ value: AssignedSyntax, _ source: SourceText, _ context: ReadingContext) -> Diagnostic? {
        guard case .text(let template) = value, !template.inserts.isEmpty, let rest = template.wordsBetween,
            rest.contains(where: { "*×÷·+/".contains($0) }) || rest.contains(" x "), rest.isCalculation
        else { return nil }
        // In quotes a calculation is a text on purpose.
        if case .sum = AssignedSyntax.parse(source.string, isQuoted: false, context).value { return nil }
        let sum = source.string.asCalculation
        var help = "quotes say that it is meant as a text"
        if case .sum = AssignedSyntax.parse(sum, isQuoted: false, context).value { help = "write `\(sum)`" }
        return Diagnostic(
            .sumInText, "`\(source.string)` is a text, nothing is calculated",
            at: source.span(0..<source.string.utf8.count),
            label: "not a calculation", help: help)
    }
}

extension Template {
    /// The text outside braces.
    fileprivate var wordsBetween: String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .insert(let insert):
                guard insert.fallback == nil || insert.fallback == "0" else { return nil }
                text += " "
            case .number: return nil
            }
        }
        return text
    }
}

extension String {
    /// Whether there is nothing but numbers, signs and the codes of currencies.
    fileprivate var isCalculation: Bool {
        split(separator: " ").allSatisfy { word in
            word == "x" || word.allSatisfy { $0.isNumber || ".,*×÷·+-−/()€$£%".contains($0) }
                || word.count == 3 && word.allSatisfy { $0.isASCII && $0.isUppercase }
        }
    }

    /// The same with the signs of this language: `*`, `/`, and a decimal point.
    fileprivate var asCalculation: String {
        var text = replacing("×", with: "*").replacing("·", with: "*").replacing("÷", with: "/")
        text = text.replacing(" x ", with: " * ").replacing("−", with: "-")
        return text.replacing(/(\d),(\d{1,2})(?!\d)/) { "\($0.1).\($0.2)" }
    }
}
