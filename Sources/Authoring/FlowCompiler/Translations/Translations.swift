import Diagnostics
import Expressions

/// The translations of a project, by the text that each belongs to.
struct Translations: Sendable {
    /// A file, and for each of its texts the source text, by index in the file.
    struct File: Sendable {
        let syntax: TranslationSyntax
        /// The flow that it translates, by its index in the project; `nil` is the bot, or no flow at all.
        let flow: Int?
        /// Whether the flow or the bot that it translates exists.
        let hasSource: Bool
        /// The source texts, with `was` followed; `nil` for names that no text has.
        let sources: [SourceWording?]
    }

    let files: [File]
    /// By file and by the byte at which the source text begins.
    private var byPlace: [String: [Int: [String: TextSyntax]]] = [:]
    /// The texts of the flows, and of the bot.
    private let ofFlows: [[SourceWording]]
    private let ofBot: [SourceWording]

    init(_ translations: [TranslationSyntax], of flows: [FlowSyntax], _ bot: BotSyntax) {
        let ofFlows = translations.isEmpty ? [] : flows.map(\.wordings)
        let ofBot = translations.isEmpty ? [] : bot.wordings
        self.ofFlows = ofFlows
        self.ofBot = ofBot
        let places = Dictionary(flows.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
        var files: [File] = []
        for syntax in translations {
            let flow = syntax.target == "bot" ? nil : places[syntax.target]
            let wordings = syntax.target == "bot" ? ofBot : flow.map { ofFlows[$0] } ?? []
            let sources = Self.sources(of: syntax, among: wordings, former: flow.map { flows[$0].formerNames } ?? [:])
            files.append(
                File(syntax: syntax, flow: flow, hasSource: syntax.target == "bot" || flow != nil, sources: sources))
            for (text, source) in zip(syntax.texts, sources) {
                guard let source, let translated = text.text, source.agrees(with: translated.template) else { continue }
                byPlace[source.text.file, default: [:]][source.text.start, default: [:]][syntax.language] = translated
            }
        }
        self.files = files
    }

    /// The source texts of a file of translations.
    func wordings(of file: File) -> [SourceWording] {
        file.syntax.target == "bot" ? ofBot : file.flow.map { ofFlows[$0] } ?? []
    }

    /// The source texts of a flow, by its index; none where nothing is translated.
    func wordings(ofFlow flow: Int) -> [SourceWording] { ofFlows.isEmpty ? [] : ofFlows[flow] }

    /// The source text for every name of a file; if two names resolve to one text, the newer one gets it.
    private static func sources(
        of syntax: TranslationSyntax, among wordings: [SourceWording], former: [String: String]
    ) -> [SourceWording?] {
        let byName = Dictionary(wordings.map { ($0.name, $0) }) { first, _ in first }
        let written = Set(syntax.texts.map(\.name.value))
        return syntax.texts.map { text in
            if let found = byName[text.name.value] { return found }
            guard let point = text.name.value.firstIndex(of: "."),
                let step = former[String(text.name.value[..<point])]
            else { return nil }
            let name = step + text.name.value[point...]
            return written.contains(name) ? nil : byName[name]
        }
    }

    // Texts with their translations, for checks that need both.

    /// The translations of a text.
    func of(_ text: SourceText) -> [String: TextSyntax] { of(file: text.file, start: text.start) }

    /// The translations of the text that begins at a byte of a file.
    func of(file: String, start: Int) -> [String: TextSyntax] { byPlace[file]?[start] ?? [:] }

    private func inOrder(_ text: SourceText) -> [TextSyntax] {
        of(text).sorted { $0.key < $1.key }.map(\.value)
    }

    func with(_ texts: [TextSyntax]) -> [TextSyntax] {
        byPlace.isEmpty ? texts : texts.flatMap { [$0] + inOrder($0.source) }
    }

    func with(_ sites: [TextSite]) -> [TextSite] {
        if byPlace.isEmpty { return sites }
        return sites.flatMap { site in
            [site]
                + inOrder(site.source).map { text in
                    TextSite(
                        template: text.template, source: text.source, repeated: site.repeated, stage: site.stage,
                        assignments: site.assignments, role: site.role, way: site.way)
                }
        }
    }
}

extension FlowSyntax {
    /// The current names of steps, by their former names.
    fileprivate var formerNames: [String: String] {
        let current = Set(steps.map(\.name.value))
        let names = steps.flatMap { step in step.was.map { ($0.value, step.name.value) } }
        return Dictionary(names.filter { !current.contains($0.0) }) { first, _ in first }
    }
}

extension TextSyntax {
    /// The words of a text that is a list of words, such as anywhere words.
    var words: [Word] {
        source.string.split(separator: ",").compactMap { part in
            let word = part.drop { $0.isWhitespace }
            let text = String(word).trimmedRight
            guard !text.isEmpty else { return nil }
            let start = source.string.utf8.distance(from: source.string.startIndex, to: word.startIndex)
            return Located(text, at: source.span(start..<start + text.utf8.count))
        }
    }
}
