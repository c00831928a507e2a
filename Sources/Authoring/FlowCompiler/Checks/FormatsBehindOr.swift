import Diagnostics
import Expressions

/// A format stands before `or`: in `{visit, or nothing, time}` it is a part of the words.
struct FormatsBehindOr: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let builtIns = BuiltInScope(project.bot)
        var found = project.translations.with(project.bot.allTexts).flatMap {
            diagnose($0.template, $0.source, builtIns)
        }
        for (flow, names) in zip(project.flows, analysis.names) {
            found += project.translations.with(flow.exits.texts).flatMap { diagnose($0.template, $0.source, names) }
            for site in project.translations.with(flow.steps.flatMap(\.textSites)) {
                found += diagnose(site.template, site.source, EachScope(names, site.repeated))
            }
        }
        return found
    }

    private func diagnose(_ template: Template, _ source: SourceText, _ types: some TypeScope) -> [Diagnostic] {
        template.inserts.compactMap { diagnose($0, source, types) }
    }

    private func diagnose(_ insert: Template.Insert, _ source: SourceText, _ types: some TypeScope) -> Diagnostic? {
        guard case .usual = insert.style, let words = insert.fallback,
            let comma = words.lastIndex(of: ","),
            case let format = String(words[words.index(after: comma)...].drop { $0 == " " }),
            let wanted = ValueFormat(format),
            // `{name, or you, and}` are words: names have no such format.
            insert.name.isHours
                ? ValueFormat.ofHours.contains(format)
                : wanted.fits(types.lookUp(insert.name, at: insert.nameRange).type)
        else { return nil }
        let rest = String(words[..<comma]).trimmedRight
        return Diagnostic(
            .unknownFormat, "`\(format)` stands behind `or`, so it is no format but a part of the words",
            at: source.span(insert.range), label: "`\(words)` when it is empty",
            help: "write `{\(insert.name.text), \(format), or \(rest)}`", severity: .warning)
    }
}
