import Diagnostics
import FlowCompiler

/// Cures of translations.
enum TranslationCures {
    /// The fingerprint of the text as it is now, for a translation that still holds.
    @Sendable static func fingerprint(_ context: CureContext) -> [Cure] {
        guard let text = context.levels.first(where: { $0.place == .translatedTexts })?.entry.key.string else {
            return []
        }
        let flow = context.levels.first?.map.string("translation") ?? context.file.flowName
        let wording = context.draft.compilation.insight.wordings(of: flow).first { $0.name == text }
        return wording.map {
            context.cure("The translation still holds", [TextEdit($0.fingerprint, at: context.span)])
        } ?? []
    }

    /// The name that the source has in the same place.
    @Sendable static func name(_ context: CureContext) -> [Cure] {
        context.diagnostic.help?.quoted(between: "write `{", "}`").map { context.replacing($0) } ?? []
    }

    @Sendable static func remove(_ context: CureContext) -> [Cure] {
        guard let text = context.levels.first(where: { $0.place == .translatedTexts })?.entry else { return [] }
        let line = context.file.line(at: text.span.range.lowerBound)
        let edit =
            isSource(line - 1, of: text, in: context.file)
            ? context.removing(lines: line - 1...context.lastLine(of: text)) : context.removing(text)
        return context.cure("Remove the translation of `\(text.key.string)`", [edit])
    }

    /// Whether a line is the comment with the source of a text, as `usher fmt` maintains it.
    private static func isSource(_ line: Int, of text: Entry, in file: SourceFile) -> Bool {
        guard line >= 0, case .map(let map)? = text.value, let of = map.string("of") else { return false }
        let comment = LineText(file, line).text.drop { $0 == " " }
        return comment.hasPrefix("#") && Fingerprint.of(String(comment.dropFirst())) == of.lowercased()
    }
}
