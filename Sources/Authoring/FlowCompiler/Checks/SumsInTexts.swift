import Diagnostics
import Expressions

/// A value that looks like a calculation is one: `{price} × 2`, `{price} * 12,50 EUR` and `{visit} + {gap} weeks` are
/// texts.
struct SumsInTexts: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let context = analysis.project.bot.context
        return zip(analysis.project.flows, analysis.names).flatMap { flow, names -> [Diagnostic] in
            let inputs = flow.steps.flatMap { ($0.call?.inputs ?? []) + ($0.run?.inputs ?? []) }
            let values =
                (flow.steps.flatMap(\.assignments) + flow.gives).flatMap(\.ofFields).map { ($0.value, $0.source) }
                + inputs.map { ($0.value, $0.source) }
            return values.compactMap { value, source in
                diagnose(value, source, context) ?? length(value, source, names, analysis.project)
                    ?? money(value, source, analysis.project)
            }
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
        return diagnostic(source, help)
    }

    /// A time and a length in a name, as they are not written, or a minus without spaces: only where the calculation would be one.
    private func length(
        _ value: AssignedSyntax, _ source: SourceText, _ names: NameTable, _ project: Project
    ) -> Diagnostic? {
        // In quotes it is a text on purpose.
        guard case .text(let template) = value, !template.inserts.isEmpty, !project.isQuoted(source),
            let written = source.string.asLengthBeside,
            case .sum(let sum) = AssignedSyntax.parse(written, isQuoted: false, project.bot.context).value,
            sum.resolved(in: names, project.bot.context).problems.isEmpty
        else { return nil }
        return diagnostic(source, "write `\(written)`")
    }

    /// An amount of money with a comma or with the sign of its currency.
    private func money(_ value: AssignedSyntax, _ source: SourceText, _ project: Project) -> Diagnostic? {
        guard let money = project.moneyMeant(by: value, source) else { return nil }
        return Diagnostic(
            .sumInText, "`\(source.string)` is a text, not money", at: source.span(0..<source.string.utf8.count),
            label: "not an amount",
            help: "write `\(money.text)`; quotes say that it is meant as a text")
    }

    private func diagnostic(_ source: SourceText, _ help: String) -> Diagnostic {
        Diagnostic(
            .sumInText, "`\(source.string)` is a text, nothing is calculated",
            at: source.span(0..<source.string.utf8.count),
            label: "not a calculation", help: help)
    }
}

extension Project {
    /// The amount that the value of an assignment means, although it is read as a text; `nil` in quotes.
    func moneyMeant(by value: AssignedSyntax, _ source: SourceText) -> Money? {
        guard case .text(let template) = value, template.inserts.isEmpty, !isQuoted(source) else { return nil }
        return Money(meantBy: source.string, usual: bot.context.currency)
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

    /// `{gap} weeks after {visit}` for `{visit} + {gap} weeks`, and for a name without braces; `{n} - 1` for `{n}-1`; `nil`
    /// for anything else.
    fileprivate var asLengthBeside: String? {
        if let match = wholeMatch(of: /(\{[^{}]+\}) *([+−-]) *(\{[^{}]+\} [a-z]+)/) {
            return "\(match.3) \(match.2 == "+" ? "after" : "before") \(match.1)"
        }
        if let match = wholeMatch(of: /(\{[^{}]+\}) ?[-−] ?(\d+(?:\.\d+)?)/) { return "\(match.1) - \(match.2)" }
        if let match = wholeMatch(of: /(\{[^{}]+\} [a-z]+ (?:after|before)) ([a-z][a-z0-9_.]*)/) {
            return "\(match.1) {\(match.2)}"
        }
        return nil
    }

    /// The same with the signs of this language: `*`, `/`, and a decimal point.
    fileprivate var asCalculation: String {
        var text = replacing("×", with: "*").replacing("·", with: "*").replacing("÷", with: "/")
        text = text.replacing(" x ", with: " * ").replacing("−", with: "-")
        return text.replacing(/(\d),(\d{1,2})(?!\d)/) { "\($0.1).\($0.2)" }
    }
}
