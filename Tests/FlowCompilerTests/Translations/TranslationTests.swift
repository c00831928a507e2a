import Diagnostics
import Expressions
import FlowCompiler
import Simulation
import Testing

/// Flows in the customer's language: section 2.2 of the flow language.
@Suite struct TranslationTests {
    @Test(arguments: cases)
    func `a translation fits what it translates`(_ example: Case) { example.check() }

    private func play(_ files: [String: String], _ transcript: String) throws -> TestReport {
        let compilation = WineProject.compile(files)
        let bot = try #require(compilation.bot, "\(compilation.report.text())")
        let file = SourceFile(path: "Flows/wine.transcript", text: "test: one\n\(transcript)\n")
        return TestReport(playing: [file], with: bot)
    }

    private func expectGoes(_ files: [String: String], _ transcript: String) throws {
        let report = try play(files, transcript)
        #expect(report.passed == 1, "\(report.allDiagnostics.map { "\($0.message) \($0.help ?? "")" })")
    }

    private static let whole = ["Flows/wine.de.yaml": WineProject.translation(WineProject.german)]

    @Test func `a whole translation says nothing`() {
        let report = WineProject.compile(Self.whole).report
        #expect(report.ofTranslations.isEmpty, "\(report.text())")
    }

    @Test func `customers are answered in their language, and answer in it`() throws {
        try expectGoes(
            Self.whole,
            """
            given: language is de
            bot: You are writing with our assistant.
            bot: Hallo!
            bot: Cellar
            bot: Welcher Wein?
            you: weiß
            expect: hello is White
            bot: Unsere Flaschen
            tap: Burgunder
            expect: many is p
            expect: many is Pinot
            bot: Wie viele?
            you: 3
            pick: first time
            bot: 3 Flaschen Burgunder am 3. März 2026.
            """)
    }

    @Test func `others get the language of the flow`() throws {
        let talk = """
            bot: Hello!
            bot: Which wine?
            tap: White
            tap: Pinot
            you: 1
            pick: first time
            bot: One bottle of Pinot on *
            """
        try expectGoes(Self.whole, talk)
        try expectGoes(Self.whole, "given: language is fr\n\(talk)")
        try expectGoes(Self.whole, "given: language is ar\nbot: Hello!\nbot: Which wine?\ntap: Red")
    }

    @Test func `labels of the source are understood too`() throws {
        try expectGoes(Self.whole, "given: language is de\nbot: Welcher Wein?\nyou: Red\nexpect: hello is Red")
    }

    @Test func `anywhere words are those of the customer's language, and of the source`() throws {
        let bot = """
            translation: bot
            language: de
            texts:
              notice:
                of: \(Fingerprint.of("You are writing with our assistant."))
                text: Hier schreibt unser Assistent.
              "anywhere.wine/person":
                of: c1b55f
                text: Mitarbeiter, Hilfe
              if_silent.say:
                of: 69b81b
                text: Bist du noch da?
              texts.goodbye:
                of: \(Fingerprint.of("Cheers!"))
                text: Zum Wohl!

            """
        let files = Self.whole.merging(["Flows/bot.de.yaml": bot]) { $1 }
        #expect(WineProject.compile(files).report.ofTranslations.isEmpty)
        try expectGoes(
            files,
            "given: language is de\nbot: Hier schreibt unser Assistent.\nyou: hilfe!\nbot: Einen Moment.\nexpect: handed over to cellar"
        )
        try expectGoes(files, "given: language is de\nyou: help\nexpect: handed over to cellar")
        try expectGoes(files, "given: language is de\ntap: Rot\nyou: Karte\nbot: Welcher Wein?\nexpect: at hello")
        try expectGoes(files, "given: language is de\ntap: Rot\nyou: stop\nbot: Zum Wohl!\nexpect: ended")
        try expectGoes(files, "tap: Red\nyou: hilfe\nbot: Please choose.\nexpect: at many")
    }

    @Test func `a missing text is said in the language of the flow, a stale one as it was translated`() throws {
        var texts = WineProject.german
        texts["hello.ask"] = nil
        var sources = WineProject.names
        sources["hello.say.1"] = "Hello there!"
        let files = ["Flows/wine.de.yaml": WineProject.translation(texts, sources: sources)]
        let report = WineProject.compile(files).report
        #expect(report.ofTranslations.map(\.code.rawValue) == ["translation-missing", "translation-stale"])
        try expectGoes(files, "given: language is de\nbot: Hallo!\nbot: Which wine?\ntap: Rot")
    }

    @Test func `a step that was called otherwise keeps its translations`() throws {
        let renamed = WineProject.wine.replacing("count:\n", with: "quantity:\n    was: count\n")
            .replacing("then: count", with: "then: quantity").replacing("{count,", with: "{quantity,")
        var texts = WineProject.german
        texts["done.say"] = nil
        let files = ["Flows/wine.yaml": renamed, "Flows/wine.de.yaml": WineProject.translation(texts)]
        let report = WineProject.compile(files).report
        #expect(report.ofTranslations.map(\.message) == ["1 text has no German: `done.say`"], "\(report.text())")
        try expectGoes(files, "given: language is de\ntap: Rot\ntap: Jerez\nbot: Wie viele?")
    }

    private static let flow = Case.flow(
        """
        hello:
          say: Good day, {customer.name, or guest}.
          ask: Which?
          answers: [Red, White]
          if_other: people/person
          then: end
        """)

    private static let texts = [
        "hello.say": ("Good day, {customer.name, or guest}.", "Guten Tag, {customer.name, or Gast}."),
        "hello.ask": ("Which?", "Welche?"), "hello.answers.Red": ("Red", "Rot"),
        "hello.answers.White": ("White", "Weiß"),
    ]

    /// Returns a translation of the flow, with one text changed.
    private static func german(
        _ name: String = "", _ text: String? = nil, of: String? = nil,
        head: String = "translation: broken\nlanguage: de"
    ) -> [String: String] {
        let lines = texts.sorted { $0.key < $1.key }.map { key, value in
            let isThis = key == name
            return "  \(key):\n    of: \(isThis ? of ?? Fingerprint.of(value.0) : Fingerprint.of(value.0))\n"
                + "    text: \(isThis ? text ?? value.1 : value.1)\n"
        }
        return ["broken.yaml": flow, "broken.de.yaml": "\(head)\ntexts:\n\(lines.joined())"]
    }

    static let cases: [Case] = [
        Case("nothing wrong", files: german()),
        Case("no file for a language", files: ["broken.yaml": flow]),
        Case(
            "nothing translated",
            files: ["broken.yaml": flow, "broken.de.yaml": "‸translation: broken\nlanguage: de\n"],
            "translation-missing"),
        Case("another flow", files: german(head: "translation: ‸broken2\nlanguage: de"), "flow-name"),
        Case(
            "no such flow", files: ["broken.yaml": Case.good, "brokn.de.yaml": "translation: ‸brokn\nlanguage: de\n"],
            "unknown-flow"),
        Case(
            "a language the bot does not speak", files: german(head: "translation: broken\nlanguage: ‸fr"),
            "unknown-language"),
        Case(
            "the language of the flow",
            files: ["broken.yaml": Case.good, "broken.en.yaml": "translation: broken\nlanguage: ‸en\n"],
            "unknown-language"),
        Case("no language", files: german(head: "‸translation: broken"), "missing-key"),
        Case("no flow", files: german(head: "‸language: de"), "missing-key"),
        Case("an older text", files: german("hello.ask", of: "‸123456"), "translation-stale"),
        Case(
            "an older text with another name", files: german("hello.say", "Tag, {kunde, or Gast}.", of: "‸123456"),
            "translation-stale"),
        Case("a fingerprint in capitals", files: german("hello.ask", of: Fingerprint.of("Which?").uppercased())),
        Case("another name", files: german("hello.say", "Tag, {‸kunde, or Gast}."), "translation-names"),
        Case("no words for an empty name", files: german("hello.say", "Tag, {‸customer.name}."), "maybe-empty"),
        Case(
            "a format that is none", files: german("hello.say", "Tag, {customer.name, ‸gross, or Gast}."),
            "unknown-format"),
        Case("an open brace", files: german("hello.say", "Tag, ‸{customer.name."), "unclosed-brace"),
        Case("answers alike", files: german("hello.answers.White", "‸Rot"), "duplicate-answer"),
        Case(
            "a long button", files: german("hello.answers.White", "‸Weißwein aus dem Keller der Großmutter"),
            "answer-too-long"),
        Case(
            "a text without its name",
            files: german().merging([
                "broken.de.yaml": (german()["broken.de.yaml"] ?? "").replacing("  hello.say:", with: "  ‸hello.say:")
                    .replacing("Guten Tag, {customer.name, or Gast}.", with: "Guten Tag.")
            ]) { $1 }, "translation-names"),
        Case(
            "texts that do not exist",
            files: german().merging([
                "broken.de.yaml": (german()["broken.de.yaml"] ?? "")
                    + "  ‸hello.sya:\n    of: 123456\n    text: Hallo\n"
            ]) { $1 }, "translation-unknown"),
        Case(
            "no fingerprint and no text",
            files: [
                "broken.yaml": flow,
                "broken.de.yaml":
                    "‸translation: broken\nlanguage: de\ntexts:\n  ‸hello.say:\n    text: Tag, {customer.name, or Gast}.\n  ‸hello.ask:\n    of: \(Fingerprint.of("Which?"))\n",
            ],
            "translation-missing", "missing-key", "missing-key"),
        Case(
            "a text instead of a block",
            files: [
                "broken.yaml": Case.good,
                "broken.de.yaml": "translation: broken\nlanguage: de\ntexts:\n  hello.say: ‸Tag.\n",
            ], "wrong-shape"),
        Case("an unknown key", files: german(head: "translation: broken\nlanguage: de\n‸author: me"), "unknown-key"),
        Case(
            "stop as a word", bot: TestProject.bot.replacing("languages: [en, de]", with: "languages: [en, ‸de]"),
            flow: Case.good
        ).with(
            "bot.de.yaml",
            "translation: bot\nlanguage: de\ntexts:\n  if_silent.say:\n    of: 69b81b\n    text: Noch da?\n  if_other.say:\n    of: 5b742d\n    text: Bitte wähle.\n  anywhere.people/person:\n    of: c1b55f\n    text: Hilfe, ‸stop\n"
        ).with(codes: "reserved-word", "translation-missing"),
    ]
}

extension Case {
    fileprivate func with(codes: String...) -> Case { Case(name, files: files, codes) }
}
