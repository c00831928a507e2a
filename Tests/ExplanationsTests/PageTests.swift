import Diagnostics
import Explanations
import Expressions
import FlowCompiler
import FlowModel
import Simulation
import Testing

/// Every code has a page, and its examples behave as the page says.
@Suite struct PageTests {
    @Test(arguments: DiagnosticCode.allCases)
    func `the broken example brings exactly its code, the repaired one nothing`(_ code: DiagnosticCode) throws {
        let page = try #require(
            Explanation.page(of: code), "`\(code.rawValue)` has no page; add one in Explanations/Pages")
        let broken = report(page.broken, showing: code)
        #expect(Set(broken.diagnostics.map(\.code)) == [code], "\(page.broken.text)\n\(broken.text())")
        let repaired = report(page.repaired, showing: code)
        #expect(repaired.diagnostics.isEmpty, "\(page.repaired.text)\n\(repaired.text())")
    }

    @Test(arguments: DiagnosticCode.explored.sorted { $0.rawValue < $1.rawValue })
    func `the conversation of a finding passes as a test`(_ code: DiagnosticCode) throws {
        let page = try #require(Explanation.page(of: code))
        let broken = project(page.broken)
        let bot = try #require(Compiler.compile(broken.files, options: Self.options).bot)
        let stated = StatedProperties(of: broken.transcripts, in: bot)
        for finding in Exploration(of: PlayBot(bot), stating: stated).findings {
            guard let transcript = finding.transcript else { continue }
            let file = SourceFile(path: "Flows/hello.transcript", bytes: Array(transcript.utf8))
            let report = TestReport(playing: [file], with: bot)
            #expect(report.passed == 1 && report.failed == 0, "\(transcript)\n\(report.allDiagnostics)")
            // These pages add an answer, allow another one, or state something else: `FindingTranscriptTests` mends such flows.
            if [.noWayOut, .cannotAnswer, .propertyBroken].contains(code) { continue }
            let repaired = try #require(Compiler.compile(project(page.repaired).files, options: Self.options).bot)
            #expect(TestReport(playing: [file], with: repaired).failed == 1, "the flow is mended: \(transcript)")
        }
    }

    @Test func `no code has two pages`() {
        let codes = Explanation.all.map(\.code)
        #expect(codes.count == Set(codes).count)
    }

    @Test(arguments: Explanation.all.map(\.code))
    func `a page can be read in a terminal`(_ code: DiagnosticCode) throws {
        let page = try #require(Explanation.page(of: code))
        for line in page.text().split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
        #expect(page.meaning.hasSuffix(".") && page.why.hasSuffix("."))
        #expect(!page.rule.hasSuffix(".") && page.rule.count <= 60, "the rule is one short line")
    }

    /// Returns what is reported of an example: exits without a transcript only where the page is about them, and what an
    /// exploration finds only where it is about that.
    private func report(_ example: Example, showing code: DiagnosticCode) -> DiagnosticReport {
        let (files, transcripts, texts) = project(example)
        let compilation = Compiler.compile(files, options: Self.options)
        let played = compilation.bot.map { bot in
            let report = TestReport(playing: transcripts, with: bot)
            return report.allDiagnostics + (code == .stepNotCovered ? compilation.coverage(of: report, in: bot) : [])
                + (DiagnosticCode.explored.contains(code) ? compilation.findings(in: bot, transcripts) : [])
        }
        return DiagnosticReport(compilation.report.diagnostics + (played ?? []), in: texts)
    }

    /// Monday 2 March 2026, 10:00 in Berlin.
    private static let options = CompilerOptions(now: Moment(seconds: 1_772_442_000))

    /// The project of an example, its transcripts, and all its texts.
    private func project(
        _ example: Example
    ) -> (files: ProjectFiles, transcripts: [SourceFile], texts: [SourceFile]) {
        var files = Dictionary(uniqueKeysWithValues: Example.usualFiles.map { ($0.path, $0.bytes) })
        for file in example.files { files[file.path] = file.bytes }
        let texts = files.keys.sorted().map { SourceFile(path: $0, bytes: files[$0] ?? []) }
        let transcripts = texts.filter { $0.path.hasSuffix(".transcript") }
        let project = ProjectFiles(
            texts: texts.filter { $0.path.hasPrefix("Flows/") && $0.path.hasSuffix(".yaml") },
            actions: texts.first { $0.path == "Config/actions.yaml" },
            services: texts.first { $0.path == "Config/services.yaml" }, assets: Self.pictures, version: "example")
        return (project, transcripts, texts)
    }

    /// The pictures that the examples use.
    private static let pictures = [
        "bread.jpg": Asset(bytes: [0xFF, 0xD8, 0xFF, 0xE0]), "bread.png": picture(180, 180),
        "small.png": picture(100, 100), "heavy.png": picture(180, 180, size: 6_000_000),
    ]

    /// The beginning of a PNG file with its dimensions (PNG specification, 11.2.2), padded to a size in bytes.
    private static func picture(_ width: UInt8, _ height: UInt8, size: Int = 12_000) -> Asset {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]
        return Asset(bytes: signature + header + Array(repeating: 0, count: size - 29))
    }
}

extension Compilation {
    /// Returns what an exploration finds.
    fileprivate func findings(in bot: Bot, _ transcripts: [SourceFile]) -> [Diagnostic] {
        let stated = StatedProperties(of: transcripts, in: bot)
        return Exploration(of: PlayBot(bot), stating: stated).findings.map { finding in
            let items = steps.first { $0.flow == finding.step.flow }?.items ?? []
            let span = items.first { $0.way == nil && $0.step == finding.step.step }?.span
            return finding.diagnostic(at: span ?? Span(file: "", range: 0..<0))
        }
    }

    /// Returns the parts of the flow `hello` that no test covers.
    fileprivate func coverage(of report: TestReport, in bot: Bot) -> [Diagnostic] {
        let items = steps.filter { $0.flow == "hello" }.map { steps in
            Coverage.FlowItems(
                flow: steps.flow,
                items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
        }
        return Coverage(of: items, in: bot, by: report.passages).diagnostics
    }
}
