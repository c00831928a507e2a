import Diagnostics

/// Removes the diagnostics that only follow from others, so that a cause is reported once, in its own file.
struct Consequences {
    /// The files of translations, with the file that each translates.
    private let sources: [String: String]
    /// The names of each file that are set to a number in quotes, which make a text of it, with their locations.
    private let quoted: [String: [String: Span]]

    init(_ project: Project) {
        quoted = project.flows.reduce(into: [:]) { quoted, flow in
            let set = flow.steps.flatMap(\.assignments).filter { $0.isSumInQuotes(project.bot.context) }
            quoted[flow.file] = Dictionary(set.map { ($0.name.value, $0.name.span) }) { first, _ in first }
        }
        sources = project.translations.files.reduce(into: [:]) { sources, file in
            sources[file.syntax.file] = file.flow.map { project.flows[$0].file } ?? project.bot.file
        }
    }

    /// The diagnostics of all files without those that follow from another one.
    ///
    /// - Parameters:
    ///   - found: what the checks have found.
    ///   - read: what was found while the files were read.
    func removed(from found: [Diagnostic], read: [Diagnostic]) -> [Diagnostic] {
        let broken = Set((read + found).filter { $0.severity == .error }.map(\.span.file))
        let causes = found.filter { !isOfTranslation($0, of: broken) && !isUnusedSpelling($0, among: found) }
        return (read + causes).map(advised).inOrder().withoutRepetitions()
    }

    /// A name that is set in quotes cannot be calculated with: the quotes are the cause.
    private func advised(_ diagnostic: Diagnostic) -> Diagnostic {
        guard diagnostic.code == .typeMismatch, let name = diagnostic.quotedRoot,
            let place = quoted[diagnostic.span.file]?[name]
        else { return diagnostic }
        return Diagnostic(
            diagnostic.code, diagnostic.message, at: diagnostic.span, label: diagnostic.label,
            help: "leave out the quotes where `\(name)` is set: they make a text of it", note: diagnostic.note,
            related: diagnostic.related + [.init("in quotes", at: place)], severity: diagnostic.severity)
    }

    /// Whether a check of a translation failed whose source has errors itself: a flow comes before its translations.
    private func isOfTranslation(_ diagnostic: Diagnostic, of broken: Set<String>) -> Bool {
        sources[diagnostic.span.file].map(broken.contains) ?? false
    }

    /// Whether a name is not used because the flow has another spelling of it.
    private func isUnusedSpelling(_ diagnostic: Diagnostic, among found: [Diagnostic]) -> Bool {
        diagnostic.code == .nameNeverUsed
            && found.contains {
                $0.span.file == diagnostic.span.file && [.unknownName, .maybeEmpty].contains($0.code)
            }
    }
}

extension [Diagnostic] {
    /// The codes of names that nothing defines. When a definition is lost, all places with its name are wrong.
    private static var ofNames: Set<DiagnosticCode> {
        [
            .unknownStep, .unknownFlow, .unknownName, .unknownField, .unknownAnswer, .unknownAction, .unknownInput,
            .unknownQueue, .unknownHours, .unknownHost, .unknownProvider, .unknownMerchant, .unknownApp, .unknownCard,
            .unknownWord, .imageMissing, .maybeEmpty, .typeMismatch, .unknownFormat,
        ]
    }

    private static var mostRelated: Int { 3 }

    /// The same diagnostics, in their order, without those that say the same of the same name in the same file. The first
    /// one shows where the others are.
    fileprivate func withoutRepetitions() -> [Diagnostic] {
        var places: [Repetition: Int] = [:]
        var kept: [(diagnostic: Diagnostic, others: [Span])] = []
        for diagnostic in self {
            guard Self.ofNames.contains(diagnostic.code) else {
                kept.append((diagnostic, []))
                continue
            }
            let key = Repetition(diagnostic)
            if let place = places[key] {
                kept[place].others.append(diagnostic.span)
            } else {
                places[key] = kept.count
                kept.append((diagnostic, []))
            }
        }
        return kept.map { $0.diagnostic.alsoAt($0.others, showing: Self.mostRelated) }
    }
}

/// What makes two diagnostics one: the code, the file, and the message, or the name that it begins with where the rest
/// depends on the way to it.
private struct Repetition: Hashable {
    let code: DiagnosticCode
    let file: String
    let words: String

    init(_ diagnostic: Diagnostic) {
        code = diagnostic.code
        file = diagnostic.span.file
        words = code == .maybeEmpty ? diagnostic.quotedRoot ?? diagnostic.message : diagnostic.message
    }
}

extension Diagnostic {
    /// The name in the first backquotes of the message, without its fields.
    fileprivate var quotedRoot: String? {
        let parts = message.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count < 3 ? nil : String(parts[1].prefix { $0 != "." })
    }

    /// The same diagnostic, with other places that it holds for.
    fileprivate func alsoAt(_ others: [Span], showing most: Int) -> Diagnostic {
        if others.isEmpty { return self }
        let shown = others.prefix(most).enumerated().map { place, span in
            let isLast = place == most - 1 && others.count > most
            return Related(isLast ? "also here, and at \(others.count - most) more" : "also here", at: span)
        }
        return Diagnostic(
            code, message, at: span, label: label, help: help, note: note, related: related + shown, severity: severity)
    }
}
