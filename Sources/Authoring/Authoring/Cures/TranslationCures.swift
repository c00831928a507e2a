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
        return context.cure("Remove the translation of `\(text.key.string)`", [context.removing(text)])
    }
}
