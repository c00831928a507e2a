import Diagnostics
import Expressions
import FlowCompiler

/// Cures of names of steps, pages and flows.
enum NameCures {
    /// A valid name, everywhere.
    @Sendable static func valid(_ context: CureContext) -> [Cure] {
        let old = context.marked
        guard !old.contains(where: \.isNewline), let name = Name.identifier(like: old) else { return [] }
        let edits = everywhere(context, name)
        return context.cure(
            "Call it `\(name)`", edits.isEmpty ? [TextEdit(name, at: context.span)] : edits, isCertain: true)
    }

    @Sendable static func shorter(_ context: CureContext) -> [Cure] {
        var name = String(context.marked.prefix(19))
        while let last = name.last, !last.isLetter, !last.isNumber { name.removeLast() }
        return context.cure("Call it `\(name)`", everywhere(context, name))
    }

    private static func everywhere(_ context: CureContext, _ name: String) -> [TextEdit] {
        let index = context.draft.index
        let here = index.occurrences(in: context.file.path, at: context.span.range.lowerBound)
        let things = index.linked(to: Set(here.map(\.thing)))
        return index.occurrences(of: things).filter { $0.role != .former }.map { TextEdit(name, at: $0.span) }
    }

    /// Another name for this step alone.
    @Sendable static func another(_ context: CureContext) -> [Cure] {
        let index = context.draft.index
        let taken = Set(index.results.steps[context.file.flowName] ?? [])
        let isWord = context.diagnostic.code == .reservedName
        let names =
            [isWord ? "\(context.marked)-step" : "\(context.marked)-2"] + (3...9).map { "\(context.marked)-\($0)" }
        guard let name = names.first(where: { !taken.contains($0) }) else { return [] }
        return context.cure("Call it `\(name)`", [TextEdit(name, at: context.span)])
    }

    /// The name of the file, which other flows use.
    @Sendable static func ofFile(_ context: CureContext) -> [Cure] {
        switch context.entry?.key.string {
        case "flow"?, "translation"?: context.replacing(context.file.flowName, isCertain: true)
        case "language"?:
            context.replacing(String(context.file.path.split(separator: ".").dropLast().last ?? ""), isCertain: true)
        default: []
        }
    }

    /// Without an earlier name.
    @Sendable static func withoutFormer(_ context: CureContext) -> [Cure] {
        guard let step = context.step else { return [] }
        let edits = WasEdit(file: context.file, step: step.entry).edits(adding: nil, removing: context.marked)
        return context.cure("Remove `\(context.marked)` from `was`", edits)
    }
}
