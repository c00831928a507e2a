import Diagnostics
import Expressions
import TestSupport
import Testing

@testable import FlowCompiler

/// The export for translators, and the import of their work.
@Suite struct TableTests {
    private static let formats: [TranslationTable.Format] = [.csv, .po]

    private func catalog(_ files: [String: String] = [:]) -> TranslationCatalog {
        TranslationCatalog(WineProject.files(files), options: Fixtures.options)
    }

    private func read(_ text: String, as format: TranslationTable.Format) -> (TranslationTable, [Diagnostic]) {
        let (table, problems) = TranslationTable.read(SourceFile(path: "texts", text: text), as: format)
        return (table, problems)
    }

    @Test func `CSV has a row for each text`() {
        let lines = TranslationTable(of: catalog(), in: "de", only: "wine").text(as: .csv).split(separator: "\n")
        #expect(lines[0] == "name,source,fingerprint,text")
        #expect(lines.contains("anywhere.hello,\"list, menu please\",\(Fingerprint.of("list, menu please")),"))
        #expect(lines.contains("hello.ask,Which wine?,54f804,"))
        #expect(lines.count == WineProject.names.count + 1)
    }

    @Test func `PO has an entry for each text, and stale ones are fuzzy`() {
        var sources = WineProject.names
        sources["hello.ask"] = "What wine?"
        let files = ["Flows/wine.de.yaml": WineProject.translation(WineProject.german, sources: sources)]
        let po = TranslationTable(of: catalog(files), in: "de", only: "wine").text(as: .po)
        #expect(po.hasPrefix("msgid \"\"\nmsgstr \"\"\n"))
        #expect(po.contains("\"Language: de\\n\"\n"))
        #expect(po.contains("\n\nmsgctxt \"hello.say.1\"\nmsgid \"Hello!\"\nmsgstr \"Hallo!\"\n"))
        #expect(po.contains("#, fuzzy\nmsgctxt \"hello.ask\"\nmsgid \"Which wine?\"\nmsgstr \"Welcher Wein?\"\n"))
        #expect(po.split(separator: "\n").count { $0 == "#, fuzzy" } == 1)
    }

    @Test(arguments: formats) func `what was exported is read back, whatever is in it`(
        _ format: TranslationTable.Format
    ) {
        for seed in 0..<200 {
            var chance = SeededRandom(seed: UInt64(seed))
            let rows = (0..<chance.number(below: 6)).map { number in
                let source = Self.text(&chance)
                let isStale = chance.happens(onceIn: 3)
                let text = chance.happens(onceIn: 3) ? "" : Self.text(&chance)
                return TranslationTable.Row(
                    name: "s\(number).\(Self.text(&chance))", source: source,
                    fingerprint: isStale && !text.isEmpty ? "0a1b2c" : Fingerprint.of(source), text: text)
            }
            let written = TranslationTable(language: "de", rows: rows).text(as: format)
            let (table, problems) = read(written, as: format)
            #expect(problems.isEmpty, "seed \(seed): \(problems.map(\.message))\n\(written)")
            let found = table.rows.map { row in
                var row = row
                row.place = nil
                return row
            }
            #expect(found == rows, "seed \(seed)\n\(written)")
            #expect(format == .csv || table.language == "de")
        }
    }

    private static let pieces = [
        "Hello", "Grüße", "{name, or you}", ",", ";", "\"", "'", "\\", "\n", "\t", " ", "#", ": ", "msgid", "%", "日本",
        "\\n",
    ]

    /// Returns a text with everything that a format may fail on; never empty.
    private static func text(_ chance: inout SeededRandom) -> String {
        "a" + (0..<chance.number(below: 6)).map { _ in chance.pick(pieces) }.joined() + "z"
    }

    // Import into the project.

    private func importing(
        _ text: String, as format: TranslationTable.Format, _ files: [String: String] = [:]
    ) -> TranslationImport {
        let (table, problems) = read(text, as: format)
        #expect(problems.isEmpty, "\(problems.map(\.message))")
        return TranslationImport(table, in: "de", into: catalog(files))
    }

    @Test(arguments: formats) func `what was exported changes nothing when it comes back`(
        _ format: TranslationTable.Format
    ) {
        var sources = WineProject.names
        sources["hello.ask"] = "What wine?"
        let files = ["Flows/wine.de.yaml": WineProject.translation(WineProject.german, sources: sources)]
        let exported = TranslationTable(of: catalog(files), in: "de").text(as: format)
        let result = importing(exported, as: format, files)
        #expect(result.files.isEmpty && result.changes == 0 && result.problems.isEmpty)
    }

    @Test(arguments: formats) func `translations come whole into a project that has none`(
        _ format: TranslationTable.Format
    )
        throws
    {
        var sources = WineProject.names
        sources["hello.ask"] = "What wine?"
        let files = ["Flows/wine.de.yaml": WineProject.translation(WineProject.german, sources: sources)]
        let exported = TranslationTable(of: catalog(files), in: "de").text(as: format)
        let result = importing(exported, as: format)
        #expect(result.files.keys.sorted() == ["Flows/wine.de.yaml"])
        #expect(result.changes == WineProject.german.count)
        let written = try #require(result.files["Flows/wine.de.yaml"])
        let report = WineProject.compile(["Flows/wine.de.yaml": written]).report
        #expect(report.ofTranslations.map(\.code) == [.translationStale], "\(report.text())\n\(written)")
        let after = catalog(["Flows/wine.de.yaml": written])
        let entries = try after.entries(of: #require(after.part(named: "wine")), in: "de")
        #expect(
            Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.text) }) == WineProject.german.mapValues { $0 })
        #expect(
            written.hasPrefix("translation: wine\nlanguage: de\ntexts:\n  # list, menu please\n  anywhere.hello:\n"))
        #expect(written.contains("  # Which wine?\n  hello.ask:\n"))
    }

    @Test func `a new text goes behind the one before it, and notes stay`() throws {
        let before = """
            # Our German.
            translation: wine
            language: de
            texts:
              # informal!
              # Which wine?
              hello.ask:
                of: 54f804
                text: Welcher Wein?
              person.say:
                of: 000001
                text: Moment.

            """
        let csv =
            "name,source,fingerprint,text\nmany.ask,Which bottle?,,Welche Flasche?\nperson.say,One moment.,000001,\"Einen Moment: gleich\"\n"
        let result = importing(csv, as: .csv, ["Flows/wine.de.yaml": before])
        #expect(
            result.files["Flows/wine.de.yaml"]
                == """
                # Our German.
                translation: wine
                language: de
                texts:
                  # informal!
                  # Which wine?
                  hello.ask:
                    of: 54f804
                    text: Welcher Wein?
                  # Which bottle?
                  many.ask:
                    of: "9e4978"
                    text: Welche Flasche?
                  # One moment.
                  person.say:
                    of: "116072"
                    text: "Einen Moment: gleich"

                """)
    }

    @Test func `rows that cannot be taken are told with their place, the others are taken`() throws {
        let csv = """
            name,source,fingerprint,text
            hello.aks,Which wine?,54f804,Welcher Wein?
            hello.ask,Which wine?,54f804,Welcher Wein?
            done.say,x,123456,"Viele Flaschen {viele}"
            person.say,One moment.,123456,{oops
            hello.say.1,Hello!
            count.ask,How many?,zzz,Wie viele?
            hello.ask,Which wine?,54f804,Was für ein Wein?
            """
        let file = SourceFile(path: "german.csv", text: csv)
        let (table, unreadable) = TranslationTable.read(file, as: .csv)
        let result = TranslationImport(table, in: "de", into: catalog())
        let found = (unreadable + result.problems).inOrder().map { problem in
            "\(file.place(of: problem.span.range.lowerBound).line) \(problem.code.rawValue)"
        }
        #expect(
            found == [
                "2 translation-unknown", "4 translation-names", "5 unclosed-brace", "6 wrong-shape", "7 unknown-word",
                "8 duplicate-key",
            ])
        #expect(result.changes == 1)
        #expect(result.files["Flows/wine.de.yaml"]?.contains("Welcher Wein?") == true)
    }

    @Test func `where two flows have a text of one name, the flow stands before it`() throws {
        let other = WineProject.wine.replacing("flow: wine", with: "flow: beer").replacing(
            "Which wine?", with: "Which beer?")
        let catalog = catalog(["Flows/beer.yaml": other])
        let csv = TranslationTable(of: catalog, in: "de").text(as: .csv)
        #expect(csv.contains("\nbeer/hello.ask,Which beer?,"))
        #expect(csv.contains("\nwine/hello.ask,Which wine?,"))
        #expect(csv.contains("\nnotice,"))
        let rows =
            "name,source,fingerprint,text\nwine/hello.ask,Which wine?,,Welcher Wein?\nhello.ask,Which beer?,,Welches Bier?\nhello.say.1,Hello!,,Hallo!\n"
        let result = TranslationImport(read(rows, as: .csv).0, in: "de", into: catalog)
        #expect(result.files.keys.sorted() == ["Flows/beer.de.yaml", "Flows/wine.de.yaml"])
        #expect(result.problems.map(\.message) == ["several flows have a text called `hello.say.1`"])
    }

    @Test(arguments: [
        "msgid \"Hello!\"\nmsgstr \"Hallo!\"\n", "msgctxt \"hello.ask\"\nmsgid Which\nmsgstr \"\"\n",
        "msgctxt \"a\"\nmsgid \"b\"\nmsgid_plural \"c\"\nmsgstr \"\"\n", "\"lost\"\n",
    ])
    func `a PO entry that cannot be read is told`(_ text: String) { #expect(!read(text, as: .po).1.isEmpty) }

    @Test func `CSV of a spreadsheet is read`() {
        let (table, problems) = read(
            "\u{FEFF}name;source;fingerprint;text\r\nhello.ask;\"Which; wine?\";;\"Welcher\r\nWein?\"\r\n\r\n", as: .csv
        )
        #expect(problems.isEmpty)
        #expect(table.rows.map(\.text) == ["Welcher\nWein?"])
        #expect(table.rows.map(\.source) == ["Which; wine?"])
        #expect(read("text\nx\n", as: .csv).1.map(\.code) == [.missingKey])
        #expect(read("name,text\n\"open,x\n", as: .csv).1.map(\.code).contains(.unclosedQuote))
    }
}
