import Diagnostics

/// A translation as written: `Flows/hello.de.yaml`, or `Flows/bot.de.yaml` for the bot's own texts.
struct TranslationSyntax: Sendable {
    /// One text in the other language.
    struct Text: Sendable {
        /// The name of the text.
        var name: Word
        /// The fingerprint of the translated source; `nil` when it could not be read.
        var fingerprint: Word?
        /// `nil` when it is missing or could not be read.
        var text: TextSyntax?
        /// The location of the whole text in the file.
        var span: Span
    }

    var file: String
    /// The flow according to the file's name, or `bot`.
    var target: String
    /// The language according to the file's name.
    var language: String
    /// The key `translation`, otherwise the beginning of the file.
    var head: Span
    /// The values of `translation:` and `language:`.
    var writtenTarget: Word?
    var writtenLanguage: Word?
    var texts: [Text]
    /// Whether a text may be missing because a line could not be read.
    var isDamaged: Bool
}

/// Decodes the map of a file to a translation.
struct TranslationDecoder {
    let findings: DiagnosticCollector

    func translation(_ root: MapNode?, file: SourceFile) -> TranslationSyntax {
        let beginning = Span(file: file.path, range: 0..<0)
        var translation = TranslationSyntax(
            file: file.path, target: file.nameOfFlow, language: file.languageOfName, head: beginning, texts: [],
            isDamaged: true)
        guard let root else { return translation }
        let block = Block(root, "a translation", findings)
        block.expectKeys(of: .translation)
        if block.require("translation", help: "add `translation: \(translation.target)`") {
            translation.writtenTarget = block.word("translation")
        }
        if block.require("language", help: "add `language: \(translation.language)`") {
            translation.writtenLanguage = block.word("language")
        }
        translation.head = block.key("translation") ?? root.entries.first?.key.span ?? beginning
        translation.isDamaged = root.isDamaged
        guard block.has("texts") || block.mayHave("texts") else { return translation }
        guard let texts = block.block("texts") else {
            translation.isDamaged = true
            return translation
        }
        translation.isDamaged = translation.isDamaged || texts.map.isDamaged
        translation.texts = texts.map.entries.map { text($0, in: texts) }
        return translation
    }

    private func text(_ entry: Entry, in texts: Block) -> TranslationSyntax.Text {
        let name = Located(entry.key.string, at: entry.key.span)
        var text = TranslationSyntax.Text(name: name, span: entry.span)
        guard let block = texts.block(entry, "a translated text", wants: "a block with `of` and `text`") else {
            return text
        }
        block.expectKeys(of: .translatedText)
        block.require("of", help: "add `of:` with the fingerprint of the source; `usher translate status` tells it")
        block.require("text", help: "add `text:` with the text in the other language")
        text.fingerprint = block.word("of")
        text.text = block.text("text")
        return text
    }
}
