import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import ProjectTemplates
import Projects
import Simulation
import TestSupport
import Testing

/// Projects of every template, each for several businesses: nothing to report, all tests pass and reach everything.
@Suite struct TemplateTests {
    /// A business for which a project is made.
    struct Business: Sendable, CustomTestStringConvertible {
        let name: String
        let zone: String
        let currency: String
        let languages: ProjectFacts.Languages

        var testDescription: String { "\(name), \(zone), \(currency), \(languages.rawValue)" }

        func facts(_ template: ProjectTemplate) throws -> ProjectFacts {
            ProjectFacts(
                template: template, business: name, zone: try #require(Zone(zone)),
                currency: try #require(Currency(currency)), languages: languages)
        }
    }

    static let businesses = [
        Business(name: "Cut & Go", zone: "Europe/Berlin", currency: "EUR", languages: .englishAndGerman),
        Business(name: "#1 \"Best\": Joe's \\ Sons", zone: "America/New_York", currency: "USD", languages: .english),
        Business(name: "店", zone: "Asia/Tokyo", currency: "JPY", languages: .englishAndGerman),
        Business(name: "42", zone: "UTC", currency: "KWD", languages: .englishAndGerman),
    ]

    @Test(arguments: ProjectTemplate.allCases, businesses)
    func `a new project has nothing to report, and its tests reach every step`(
        template: ProjectTemplate, business: Business
    ) throws {
        let folder = try TemporaryFolder()
        let place = folder.file("mine")
        try NewProject(business.facts(template)).write(to: place)

        let project = try ProjectFolder(at: place)
        let (files, transcripts) = (try project.files(), try project.transcripts())
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Moment(seconds: 1_800_000_000)))
        #expect(compilation.report.diagnostics.isEmpty, "\(compilation.report.text())")
        let bot = try #require(compilation.bot)
        let report = TestReport(playing: transcripts, with: bot)
        #expect(report.diagnostics.isEmpty && report.passed > 0)
        for result in report.results {
            let failure = result.failure.map { DiagnosticReport([$0], in: files.all + transcripts).text() }
            #expect(failure == nil, "\(result.name): \(failure ?? "") \(result.comparison ?? "")")
        }
        let coverage = Coverage(
            of: compilation.steps.map { steps in
                Coverage.FlowItems(
                    flow: steps.flow,
                    items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
            }, in: bot, by: report.passages)
        let gaps = DiagnosticReport(coverage.diagnostics, in: files.all)
        #expect(coverage.diagnostics.isEmpty, "\(gaps.text())")
        #expect(bot.name == business.name)
        #expect(bot.languages.count == (business.languages == .english ? 1 : 2))
    }

    @Test(arguments: ProjectTemplate.allCases)
    func `what the transcripts state holds in all conversations`(template: ProjectTemplate) throws {
        let folder = try TemporaryFolder()
        let place = folder.file("mine")
        try NewProject(Self.businesses[0].facts(template)).write(to: place)
        let project = try ProjectFolder(at: place)
        let (files, transcripts) = (try project.files(), try project.transcripts())
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Moment(seconds: 1_800_000_000)))
        let bot = try #require(compilation.bot)
        let stated = StatedProperties(of: transcripts, in: bot)
        #expect(!stated.isEmpty && stated.diagnostics.isEmpty)
        var limits = ExplorationLimits.ofTests
        limits.states = 150
        var report = TestReport()
        report.checkProperties(of: transcripts, with: PlayBot(bot), limits: limits)
        for result in report.results {
            let failure = result.failure.map { DiagnosticReport([$0], in: files.all + transcripts).text() }
            #expect(failure == nil, "\(result.name): \(failure ?? "")")
        }
    }

    @Test(arguments: ProjectTemplate.allCases) func `files are laid out as usher fmt does`(template: ProjectTemplate)
        throws
    {
        for business in Self.businesses {
            for file in NewProject(try business.facts(template)).files {
                guard let kind = FormattedFile.kind(of: file.path) else { continue }
                let source = SourceFile(path: file.path, bytes: file.bytes)
                let text = FormattedFile(source, as: kind).text
                #expect(text == String(decoding: file.bytes, as: UTF8.self), "\(file.path)")
            }
        }
    }

    @Test(arguments: ProjectTemplate.allCases)
    func `a project has settings for editors and git, and says what it is`(template: ProjectTemplate) throws {
        let files = NewProject(try Self.businesses[0].facts(template)).files
        let paths = files.map(\.path)
        for path in [
            ".gitignore", ".editorconfig", ".vscode/settings.json", "README.md", "Config/usher.yaml", "Flows/bot.yaml",
        ] {
            #expect(paths.contains(path))
        }
        #expect(!paths.contains { ["gitignore", "editorconfig", "vscode/settings.json"].contains($0) })
        for file in files where file.path.hasPrefix("Config/") {
            let name = file.path.dropFirst("Config/".count).prefix { $0 != "." }
            let line = String(decoding: file.bytes, as: UTF8.self).prefix { $0 != "\n" }
            #expect(line == "# yaml-language-server: $schema=\(name).schema.json", "\(file.path)")
        }
        for file in files where !file.path.hasSuffix(".png") {
            #expect(!String(decoding: file.bytes, as: UTF8.self).contains("Template Business"), "\(file.path)")
        }
        let page = try #require(files.first { $0.path == "README.md" })
        #expect(page.bytes.split(separator: UInt8(ascii: "\n")).count <= 14)
    }

    @Test func `a folder with files, or a file, is refused and left as it is`() throws {
        let project = NewProject(try Self.businesses[0].facts(.empty))
        let folder = try TemporaryFolder()
        try folder.write("mine", to: "used/notes.txt")
        try folder.write("mine", to: "file")
        #expect(throws: NewProjectError.notEmpty(folder.file("used"))) { try project.write(to: folder.file("used")) }
        #expect(throws: NewProjectError.notFolder(folder.file("file"))) { try project.write(to: folder.file("file")) }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.file("used")) == ["notes.txt"])
        #expect(throws: NewProjectError.self) { try project.write(to: folder.file("file/below")) }
        #expect(throws: NewProjectError.nameless) { try project.write(to: "") }
        #expect(folder.names == ["file", "used"])

        try folder.write("ref: refs/heads/main\n", to: "repository/.git/HEAD")
        try project.write(to: folder.file("repository"))
        #expect(try ProjectFolder(at: folder.file("repository")).files().texts.isEmpty == false)
    }

    @Test func `the dialogue takes what is suggested, and asks again when an answer is of no use`() throws {
        var facts = try Self.businesses[0].facts(.empty)
        var interview = ProjectInterview(suggesting: facts)
        for _ in 1...4 {
            #expect(interview.question != nil)
            interview.answer("  ")
        }
        #expect(interview.question == nil && interview.facts == facts)

        interview = ProjectInterview(suggesting: facts)
        let answers: [(line: String, isTaken: Bool)] = [
            ("{x}", false), ("Blue Door", true), ("7", false), ("bakery", false), ("web shop", true),
            ("Atlantis", false),
            ("new york", true), ("fr", false), ("en", true),
        ]
        for (line, isTaken) in answers {
            interview.answer(line)
            #expect((interview.objection == nil) == isTaken, "\(line)")
        }
        facts.business = "Blue Door"
        facts.template = .webShop
        facts.zone = try #require(Zone("America/New_York"))
        facts.languages = .english
        #expect(interview.question == nil && interview.facts == facts)

        let known = ProjectInterview(suggesting: facts, knowsBusiness: true)
        #expect(
            try #require(known.question).hasPrefix("What kind of business is it?\n  1  barber      a barber's shop"))
    }

    @Test func `names of folders and of businesses come from each other`() {
        #expect(ProjectFacts.business(ofFolder: "cut-and-go") == "Cut And Go")
        #expect(ProjectFacts.business(ofFolder: "..") == "My Business")
        #expect(ProjectFacts.folder(ofBusiness: "Café \"Grün\" & Co.") == "cafe-grun-co")
        #expect(ProjectFacts.folder(ofBusiness: "店") == "my-bot")
        #expect(ProjectFacts.zone(ofMachine: "Etc/UTC") == .utc && ProjectFacts.zone(ofMachine: "GMT") == .utc)
        #expect(ProjectFacts.zone(ofMachine: "Asia/Tokyo").identifier == "Asia/Tokyo")
        #expect(ProjectFacts.currency(ofLocale: "de_CH.UTF-8")?.code == "CHF")
        #expect(ProjectFacts.currency(ofLocale: "C.UTF-8") == nil && ProjectFacts.currency(ofLocale: "") == nil)
    }
}
