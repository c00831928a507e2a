import Diagnostics
import Expressions

/// All texts of a project with their translations, for translators.
public struct TranslationCatalog: Sendable {
    /// One text in one language.
    public struct Entry: Sendable, Hashable {
        public enum State: String, Sendable {
            /// There is no translation.
            case missing
            /// The source has changed since it was translated.
            case stale
            case translated
        }

        /// The name of the text in its file: `welcome.ask`.
        public let name: String
        /// In the language of the flows.
        public let source: String
        /// The first six hexadecimal digits of the source's SHA-256.
        public let fingerprint: String
        /// In the other language.
        public let text: String?
        /// The fingerprint of the source at the time of translation.
        public let of: String?

        public var state: State { text == nil ? .missing : of == fingerprint ? .translated : .stale }
    }

    /// A flow, or the bot.
    public struct Part: Sendable {
        /// The name of the flow, or `bot`.
        public let name: String
        let wordings: [SourceWording]
    }

    /// The languages of the bot; the first is that of the flows.
    public let languages: [String]
    /// The bot and the flows, in the order of their files.
    public let parts: [Part]
    private let translations: Translations
    private let files: [String: SourceFile]

    /// Reads a project, even one with errors: everything that can be read is included.
    public init(_ files: ProjectFiles, options: CompilerOptions) {
        let project = Compiler.read(files, options, DiagnosticCollector())
        languages = project.languages
        let bot = Part(name: "bot", wordings: project.bot.wordings)
        parts = ([bot] + project.flows.map { Part(name: $0.name, wordings: $0.wordings) }).sorted { $0.name < $1.name }
        translations = project.translations
        self.files = Dictionary(files.texts.map { ($0.path, $0) }) { first, _ in first }
    }

    public func part(named name: String) -> Part? { parts.first { $0.name == name } }

    /// The texts of a part for translation, in the order of its file. Texts without words, such as `{name}`, are left
    /// out unless they have a translation.
    public func entries(of part: Part, in language: String) -> [Entry] {
        let file = translations.files.first { $0.syntax.target == part.name && $0.syntax.language == language }
        var translated: [Int: TranslationSyntax.Text] = [:]
        for (text, source) in zip(file?.syntax.texts ?? [], file?.sources ?? []) {
            if let source, text.text != nil { translated[source.text.start] = text }
        }
        return part.wordings.compactMap { wording in
            let text = translated[wording.text.start]
            guard wording.hasWords || text != nil else { return nil }
            return Entry(
                name: wording.name, source: wording.text.string, fingerprint: wording.fingerprint,
                text: text?.text?.source.string, of: text.map { $0.fingerprint?.value.lowercased() ?? "" })
        }
    }

    /// The path of a part's translation, whether or not it exists.
    public static func path(of part: String, in language: String) -> String { "Flows/\(part).\(language).yaml" }

    /// The current file of a translation.
    func file(_ path: String) -> SourceFile? { files[path] }

    /// The current names of the texts of a translation, by the names in the file: `was` is followed.
    func names(in path: String) -> [String: String] {
        guard let file = translations.files.first(where: { $0.syntax.file == path }) else { return [:] }
        let named = zip(file.syntax.texts, file.sources).compactMap { text, source in
            source.map { (text.name.value, $0.name) }
        }
        return Dictionary(named) { first, _ in first }
    }

    /// The source texts of a translation, by the names in the file.
    public func sources(of path: String) -> [String: String] {
        guard let file = translations.files.first(where: { $0.syntax.file == path }) else { return [:] }
        let named = zip(file.syntax.texts, file.sources).compactMap { text, source in
            source.map { (text.name.value, $0.text.string) }
        }
        return Dictionary(named) { first, _ in first }
    }
}
