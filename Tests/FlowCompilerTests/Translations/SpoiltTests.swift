import Diagnostics
import FlowCompiler
import Testing

/// Whatever change is made to a translation or a translators' file, it is read to the end.
@Suite struct SpoiltTests {
    private static let path = "Flows/wine.de.yaml"
    private static let german = WineProject.translation(WineProject.german)

    /// Returns the text with a random change.
    private func spoilt(_ text: String, _ seed: Int) -> SourceFile {
        var random = MutationTests.Seeded(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 7)
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) { MutationTests.spoil(&bytes, using: &random) }
        return SourceFile(path: Self.path, bytes: bytes)
    }

    private func expectInside(_ diagnostics: [Diagnostic], _ files: [SourceFile]) throws {
        let sizes = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes.count) })
        for diagnostic in diagnostics {
            for span in [diagnostic.span] + diagnostic.related.map(\.span) {
                let size = try #require(sizes[span.file], "\(span.file) is no file of the project")
                #expect(span.range.lowerBound >= 0 && span.range.upperBound <= size, "\(diagnostic)")
            }
        }
    }

    @Test(arguments: 0..<150) func `a spoilt translation is told about in its own file, and laid out once`(_ seed: Int)
        throws
    {
        let file = spoilt(Self.german, seed)
        var files = WineProject.files()
        files.texts.append(file)
        let compilation = Compiler.compile(files, options: Fixtures.options)
        #expect((compilation.bot == nil) == (compilation.report.errors > 0))
        try expectInside(compilation.report.diagnostics, files.texts)
        #expect(compilation.report.ofTranslations.allSatisfy { $0.span.file == Self.path }, "the flow has no mistake")

        let sources = TranslationCatalog(files, options: Fixtures.options).sources(of: Self.path)
        guard let text = FormattedFile(file, as: .translation, sources: sources).text else { return }
        let again = FormattedFile(SourceFile(path: Self.path, text: text), as: .translation, sources: sources)
        #expect(again.text == text, "seed \(seed)")
    }

    @Test(arguments: TranslationTable.Format.allCases, 0..<100)
    func `a spoilt table is told about in its own rows, and brings no translation that is broken`(
        _ format: TranslationTable.Format, _ seed: Int
    ) throws {
        let whole = TranslationCatalog(
            WineProject.files([Self.path: Self.german]), options: Fixtures.options)
        let file = spoilt(TranslationTable(of: whole, in: "de").text(as: format), seed)
        let (table, unreadable) = TranslationTable.read(file, as: format)
        let catalog = TranslationCatalog(WineProject.files(), options: Fixtures.options)
        let result = TranslationImport(table, in: "de", into: catalog)
        try expectInside(unreadable + result.problems, [file])
        let report = WineProject.compile(result.files).report
        let told = Set(report.ofTranslations.map(\.code)).subtracting([
            .translationMissing, .translationStale, .maybeEmpty, .unknownFormat, .typeMismatch, .missingOtherForm,
            .duplicateAnswer, .reservedWord, .wordTakenTwice,
        ])
        #expect(told.isEmpty, "seed \(seed)\n\(report.text())\n\(result.files)")
    }
}
