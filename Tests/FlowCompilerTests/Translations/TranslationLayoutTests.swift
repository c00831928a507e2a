import Diagnostics
import Testing

@testable import FlowCompiler

/// `fmt` on translations.
@Suite struct TranslationLayoutTests {
    private let sources = ["welcome.ask": "Hi!  How can\nwe help?", "welcome.answers.Note: open": "Note: open"]

    private func laidOut(_ text: String) -> String? {
        FormattedFile(SourceFile(path: "Flows/a.de.yaml", text: text), as: .translation, sources: sources).text
    }

    private let whole = """
        translation: a
        language: de
        texts:
          # Hi! How can we help?
          welcome.ask:
            of: "123456"
            text: Hallo!

        """

    @Test(arguments: [
        "translation: a\nlanguage: de\ntexts:\n welcome.ask:\n     of: 123456\n     text:   Hallo!\n",
        "translation: a\nlanguage: de\ntexts:\n  # Hi! How may we help?\n  welcome.ask:\n    of: 123456\n    text: Hallo!\n",
    ])
    func `the source stands as a comment above each text`(_ text: String) {
        #expect(laidOut(text) == whole)
        #expect(laidOut(whole) == whole)
    }

    @Test func `notes of translators stay above it, and texts without a source have none`() {
        let text = """
            translation: a
            language: de
            texts:
              # To friends.
              welcome.ask:
                of: abcdef
                text: "Hallo: du"
              # gone
              zebra.say:
                of: abcdef
                text: Zebra

            """
        let written = laidOut(text)
        #expect(written == text.replacing("  welcome.ask", with: "  # Hi! How can we help?\n  welcome.ask"))
        #expect(written.flatMap(laidOut) == written)
    }

    @Test func `a name with a colon is read to its last one, and stands in quotes afterwards`() {
        let text =
            "translation: a\nlanguage: de\ntexts:\n  welcome.answers.Note: open:\n    of: abcdef\n    text: Offen\n"
        let written = laidOut(text)
        #expect(written?.contains("  # Note: open\n  \"welcome.answers.Note: open\":\n") == true, "\(written ?? "nil")")
        #expect(written.flatMap(laidOut) == written)
        #expect((try? Said.yams(written ?? "")) == Said.ours(written ?? "", as: .translation))
    }
}
