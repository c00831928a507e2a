import Diagnostics
import FlowCompiler

/// A project without the translations of texts that its flows no longer have.
public struct UnusedTranslations: Sendable {
    /// A translation that was removed.
    public struct Removed: Sendable, Equatable {
        /// The file that contained it.
        public let file: String
        /// The name of the text: `welcome.ask`.
        public let name: String
    }

    /// In the order of the files.
    public let removed: [Removed]
    /// The new texts of the changed files, by path.
    public let files: [String: String]

    /// The limit for endless removals.
    private static let most = 10_000

    /// - Parameters:
    ///   - draft: the project. What its flows lack because of errors would be removed, so there should be none.
    ///   - isWanted: whether the translations of a file are removed.
    public init(of draft: Draft, where isWanted: (String) -> Bool = { _ in true }) {
        var removed: [Removed] = []
        var current = draft
        while removed.count < Self.most, let (text, edits) = Self.next(in: current, isWanted) {
            removed.append(text)
            current = current.applying(edits)
        }
        self.removed = removed
        var files: [String: String] = [:]
        for path in Set(removed.map(\.file)) {
            guard let file = current.file(path) else { continue }
            files[path] = FormattedFile(file, as: .translation).text ?? String(decoding: file.bytes, as: UTF8.self)
        }
        self.files = files
    }

    private static func next(in draft: Draft, _ isWanted: (String) -> Bool) -> (Removed, [TextEdit])? {
        for diagnostic in draft.diagnostics
        where diagnostic.code == .translationUnknown && isWanted(diagnostic.span.file) {
            guard let context = CureContext(draft, diagnostic),
                let text = context.levels.first(where: { $0.place == .translatedTexts })?.entry.key.string,
                let cure = TranslationCures.remove(context).first
            else { continue }
            return (Removed(file: diagnostic.span.file, name: text), cure.edits)
        }
        return nil
    }
}
