import Diagnostics
import Expressions

/// A format stands before `or`: in `{visit, or nothing, time}` it is a part of the words.
struct FormatsBehindOr: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let ofFlows = project.flows.flatMap { flow in
            project.translations.with(flow.exits.texts).map { ($0.template, $0.source) }
                + project.translations.with(flow.steps.flatMap(\.textSites)).map { ($0.template, $0.source) }
        }
        let ofBot = project.translations.with(project.bot.allTexts).map { ($0.template, $0.source) }
        return (ofBot + ofFlows).flatMap { template, source in
            template.inserts.compactMap { diagnose($0, source) }
        }
    }

    private func diagnose(_ insert: Template.Insert, _ source: SourceText) -> Diagnostic? {
        guard case .usual = insert.style, let words = insert.fallback,
            let comma = words.lastIndex(of: ","),
            case let format = String(words[words.index(after: comma)...].drop { $0 == " " }),
            ValueFormat(format) != nil
        else { return nil }
        let rest = String(words[..<comma]).trimmedRight
        return Diagnostic(
            .unknownFormat, "`\(format)` stands behind `or`, so it is no format but a part of the words",
            at: source.span(insert.range), label: "`\(words)` when it is empty",
            help: "write `{\(insert.name.text), \(format), or \(rest)}`", severity: .warning)
    }
}
