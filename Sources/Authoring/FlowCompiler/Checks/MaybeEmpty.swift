import Diagnostics
import Expressions

/// Names in texts have a value on every path.
struct MaybeEmpty: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let bot = analysis.project.bot
        let translations = analysis.project.translations
        var found = translations.with(bot.allTexts).flatMap { optionalFields($0, in: BuiltInScope(bot)) }
        for flow in analysis.project.flows.indices {
            for text in translations.with(analysis.project.flows[flow].exits.texts) {
                found += beforeAnyAnswer(text, flow, analysis)
            }
            found += emptyResults(of: flow, analysis)
            for input in analysis.project.flows[flow].whenClosed?.inputs ?? [] {
                found += beforeAnyAnswer(input, flow, analysis)
            }
            for step in analysis.project.flows[flow].steps.indices {
                found += diagnose(StepID(flow: flow, step: step), analysis)
            }
        }
        return found
    }

    private func diagnose(_ id: StepID, _ analysis: Analysis) -> [Diagnostic] {
        let step = analysis.project.step(id)
        let filled = analysis.filled[id.flow]
        return emptySums(id, analysis)
            + analysis.project.translations.with(step.textSites).filter { $0.role.isNeeded }.flatMap {
                site -> [Diagnostic] in
                let names = EachScope(analysis.names[id.flow], site.repeated)
                let set = filled.names(at: id.step, site)
                return site.template.needed.compactMap { insert in
                    guard names.type(ofRoot: insert.name.root) != nil, !filled.isKnownFilled(insert.name, in: set)
                    else {
                        return nil
                    }
                    if !names.isVariable(insert.name), !filled.contains(insert.name.root, in: set) {
                        return empty(insert, site.source, on: way(insert.name, id, analysis))
                    }
                    let isOptional = names.hasOptionalField(insert.name) { filled.isKnownFilled($0, in: set) }
                    return isOptional ? optional(insert, site.source) : nil
                }
            }
    }

    /// The inputs of the `when_closed` call may be needed before the first answer.
    private func beforeAnyAnswer(_ input: InputSyntax, _ flow: Int, _ analysis: Analysis) -> [Diagnostic] {
        let names = analysis.names[flow]
        return input.sites(stage: 0).flatMap { site in
            site.template.needed.compactMap { insert in
                if names.names.contains(insert.name.root), !analysis.filled[flow].isGiven(insert.name.root) {
                    return empty(insert, site.source, on: "the customer closes the conversation before it is answered")
                }
                return names.hasOptionalField(insert.name) ? optional(insert, site.source) : nil
            }
        }
    }

    /// Texts of exits for a whole flow may be sent before the first answer.
    private func beforeAnyAnswer(_ text: TextSyntax, _ flow: Int, _ analysis: Analysis) -> [Diagnostic] {
        let names = analysis.names[flow]
        return text.template.needed.compactMap { insert in
            guard names.names.contains(insert.name.root), !analysis.filled[flow].isGiven(insert.name.root) else {
                return nil
            }
            return empty(insert, text.source, on: "this exit is taken before it is answered")
        } + optionalFields(text, in: names)
    }

    private func optionalFields(_ text: TextSyntax, in types: some TypeScope) -> [Diagnostic] {
        text.template.needed.filter { types.hasOptionalField($0.name) }.map { optional($0, text.source) }
    }

    func way(_ name: Name, _ id: StepID, _ analysis: Analysis) -> String {
        let ways = analysis.filled[id.flow].shortestWayWithout(name.root, to: id.step)
        if !ways.isEmpty { return "people come by " + analysis.words(for: ways, in: id.flow) }
        return "people begin at `\(analysis.project.step(id).name.value)`"
    }

    func empty(_ insert: Template.Insert, _ source: SourceText, on way: String) -> Diagnostic {
        Diagnostic(
            .maybeEmpty, "`\(insert.name.text)` is empty when \(way)", at: source.span(insert.nameRange),
            label: "empty on some ways", help: "write `\(insert.withFallback)`")
    }

    func optional(_ insert: Template.Insert, _ source: SourceText) -> Diagnostic {
        Diagnostic(
            .maybeEmpty, "`\(insert.name.text)` may be empty", at: source.span(insert.nameRange),
            label: "not always there",
            help: "write `\(insert.withFallback)`")
    }
}

extension Template {
    /// The inserts that require a value: those without words after `or`. A plural counts an empty value as 0.
    fileprivate var needed: [Insert] { inserts.filter(\.isNeeded) }
}

extension Template.Insert {
    var isNeeded: Bool {
        switch style {
        case .plural, .select: false
        default: fallback == nil
        }
    }

    fileprivate var withFallback: String {
        if case .format(let format, _) = style { return "{\(name.text), \(format.words), or …}" }
        return "{\(name.text), or …}"
    }
}
