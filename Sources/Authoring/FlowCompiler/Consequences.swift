import Diagnostics

/// Removes the diagnostics that only follow from others, so that a cause is reported once, in its own file.
struct Consequences {
    /// The files of translations, with the file that each translates.
    private let sources: [String: String]
    /// The names of each file that are set to a number in quotes, which make a text of it, with their locations.
    private let quoted: [String: [String: Span]]

    private let actions: String
    private let services: String
    private let bot: String
    /// The bytes of each step, by file.
    private let steps: [String: [Range<Int>]]

    init(_ project: Project, _ files: ProjectFiles) {
        actions = files.actions?.path ?? ""
        services = files.services?.path ?? ""
        bot = project.bot.file
        steps = project.flows.reduce(into: [:]) { steps, flow in steps[flow.file] = flow.stepRanges }
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
        let structure = Structure(read, steps: steps)
        let read = read.filter { !structure.moves($0) }
        let broken = Set((read + found).filter { $0.severity == .error }.map(\.span.file))
        let misread = Set(read.filter { $0.severity == .error }.map(\.span.file))
        let causes = found.filter {
            !isOfTranslation($0, of: broken) && !isUnusedSpelling($0, among: found) && !structure.silences($0)
                && !dependsOnOtherFile($0, broken, misread)
        }
        return (read + causes).map(advised).inOrder().withoutRepetitions()
    }

    /// Whether something is not found that another file declares, which has errors itself.
    private func dependsOnOtherFile(_ diagnostic: Diagnostic, _ broken: Set<String>, _ misread: Set<String>) -> Bool {
        let file = diagnostic.span.file
        switch diagnostic.code {
        case .unknownAction, .missingInput, .unknownInput: return file != actions && misread.contains(actions)
        case .unknownField: return file != actions && misread.contains(actions)
        case .unknownProvider, .unknownMerchant, .unknownApp, .unknownCard:
            return file != services && misread.contains(services)
        case .unknownQueue, .unknownHours, .noExitSilent, .noExitOther, .noExitFailed, .personNotReachable:
            return file != bot && misread.contains(bot)
        case .unknownStep:
            // The message begins with the flow whose step is not found.
            guard diagnostic.message.hasPrefix("the flow `"), let flow = diagnostic.quotedRoot else { return false }
            return misread.contains { $0.hasSuffix("/\(flow).yaml") && $0 != file }
        // While something cannot be read or found, any flow may be led to.
        case .unreachableFlow: return !broken.isEmpty
        default: return false
        }
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

/// Which lines have a mistake in their structure, so that nothing else that is said of their block counts.
private struct Structure {
    /// The steps, or whole files without steps, with a line at a wrong column, and the first of these lines.
    private var firsts: [Place: Int] = [:]
    /// Steps in which something could not be read.
    private var damaged: Set<Place> = []
    private let steps: [String: [Range<Int>]]

    private struct Place: Hashable {
        let file: String
        /// Where the step begins; `nil` for everything outside of steps.
        let step: Int?
    }

    private static let ofStructure: Set<DiagnosticCode> = [
        .unknownKey, .duplicateKey, .duplicateStep, .wrongShape, .emptyValue, .missingKey, .missingColon, .unknownWord,
        .questionWithoutKind, .kindWithoutQuestion, .twoKindsOfQuestion, .twoKindsOfStep, .cardWithoutKind,
        .twoKindsOfCard, .sayBelowQuestion, .badName, .badDuration, .badNumber, .outOfRange, .unknownName,
        .swallowedItem,
    ]

    /// What checks say of a step depends on all of its lines.
    private static let ofDamaged: Set<DiagnosticCode> = [
        .maybeEmpty, .missingThen, .thenNeverUsed, .tooFewAnswers, .exitWithoutUse, .stepDoesNothing, .missingInput,
        .payNotOnWeb, .deadEnd, .imageSize, .typeMismatch, .noExamples, .iconMissing, .asImpossible,
    ]

    /// What is not found may be in the lines that are read elsewhere.
    private static let ofNames: Set<DiagnosticCode> = [
        .unknownStep, .unknownName, .unknownField, .unreachableStep, .unreachableFlow, .deadEnd, .maybeEmpty,
        .nameNeverUsed, .personNotReachable, .missingInput, .unknownPage,
    ]

    init(_ read: [Diagnostic], steps: [String: [Range<Int>]]) {
        self.steps = steps
        for diagnostic in read where diagnostic.severity == .error {
            let place = place(of: diagnostic)
            damaged.insert(place)
            guard diagnostic.code == .badIndent else { continue }
            let start = diagnostic.span.range.lowerBound
            firsts[place] = min(start, firsts[place] ?? start)
        }
    }

    private func place(of diagnostic: Diagnostic) -> Place {
        let start = diagnostic.span.range.lowerBound
        let step = steps[diagnostic.span.file]?.last { $0.contains(start) }
        return Place(file: diagnostic.span.file, step: step?.lowerBound)
    }

    /// Whether what a check has found depends on the structure of a block that could not be read.
    func silences(_ diagnostic: Diagnostic) -> Bool {
        let place = place(of: diagnostic)
        if damaged.contains(place), Self.ofDamaged.contains(diagnostic.code) { return true }
        if Self.ofNames.contains(diagnostic.code), firsts.keys.contains(where: { $0.file == diagnostic.span.file }) {
            return true
        }
        return moves(diagnostic)
    }

    /// Whether a diagnostic is about the structure of a block with a line at a wrong column.
    func moves(_ diagnostic: Diagnostic) -> Bool {
        let place = place(of: diagnostic)
        guard let first = firsts[place] else { return false }
        if diagnostic.code == .badIndent { return place.step != nil && diagnostic.span.range.lowerBound != first }
        return Self.ofStructure.contains(diagnostic.code)
    }
}

extension FlowSyntax {
    /// From each step's name to the next one's.
    fileprivate var stepRanges: [Range<Int>] {
        let starts = steps.map(\.span.range.lowerBound).sorted()
        let ends = starts.dropFirst() + [max(stepsEnd, starts.last ?? 0)]
        return zip(starts, ends).map { $0..<max($0, $1) }
    }
}

extension [Diagnostic] {
    /// The codes of names that nothing defines. When a definition is lost, all places with its name are wrong.
    private static var ofNames: Set<DiagnosticCode> {
        [
            .unknownStep, .unknownFlow, .unknownName, .unknownField, .unknownAnswer, .unknownAction, .unknownInput,
            .unknownQueue, .unknownHours, .unknownHost, .unknownProvider, .unknownMerchant, .unknownApp, .unknownCard,
            .unknownWord, .imageMissing, .maybeEmpty, .typeMismatch, .unknownFormat, .noExitSilent, .noExitOther,
            .noExitFailed, .personNotReachable,
        ]
    }

    /// Whether a diagnostic is told once for all of its places. In Config files, keys of blocks that are repeated are names too.
    private static func isOfName(_ diagnostic: Diagnostic) -> Bool {
        let isInConfig = diagnostic.span.file.hasPrefix("Config/")
        return ofNames.contains(diagnostic.code)
            || isInConfig && [.unknownKey, .wrongShape, .missingKey].contains(diagnostic.code)
    }

    private static var mostRelated: Int { 3 }

    /// The same diagnostics, in their order, without those that say the same of the same name in the same file. The first
    /// one shows where the others are.
    fileprivate func withoutRepetitions() -> [Diagnostic] {
        var places: [Repetition: Int] = [:]
        var kept: [(diagnostic: Diagnostic, others: [Span])] = []
        for diagnostic in self {
            guard Self.isOfName(diagnostic) else {
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

    /// An exit that neither the bot nor the flow has is missing at every question.
    private static let ofAll: Set<DiagnosticCode> = [
        .noExitSilent, .noExitOther, .noExitFailed, .personNotReachable,
    ]

    init(_ diagnostic: Diagnostic) {
        code = diagnostic.code
        guard !Self.ofAll.contains(code) else {
            (file, words) = ("", code == .personNotReachable ? diagnostic.message : "")
            return
        }
        file = diagnostic.span.file
        if code == .wrongShape {
            // The name above these lines is missing.
            words = diagnostic.message.hasSuffix(" wants a block, here is a text") ? "" : diagnostic.message
            return
        }
        words = diagnostic.rootWithoutAnswer ?? diagnostic.message
    }
}

extension Diagnostic {
    /// The name in the first backquotes of the message, without its fields.
    fileprivate var quotedRoot: String? {
        let parts = message.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count < 3 ? nil : String(parts[1].prefix { $0 != "." })
    }

    /// The name that is empty on some ways, with all of its fields; `nil` for a field that may be empty by itself.
    fileprivate var rootWithoutAnswer: String? {
        code == .maybeEmpty && !message.hasSuffix("` may be empty") ? quotedRoot : nil
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
