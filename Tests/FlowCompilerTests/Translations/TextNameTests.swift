import Diagnostics
import Expressions
import Testing

@testable import FlowCompiler

/// What texts are called in translations.
@Suite struct TextNameTests {
    private func catalog(_ files: ProjectFiles) -> TranslationCatalog {
        TranslationCatalog(files, options: Fixtures.options)
    }

    @Test func `every text is named by where it stands, and only texts with words are translated`() throws {
        let catalog = catalog(WineProject.files())
        let flow = try #require(catalog.part(named: "wine"))
        let entries = catalog.entries(of: flow, in: "de")
        #expect(Set(entries.map(\.name)) == Set(WineProject.names.keys))
        for entry in entries {
            #expect(entry.source == WineProject.names[entry.name])
            #expect(entry.fingerprint == Fingerprint.of(entry.source))
            #expect(entry.state == .missing)
        }
        #expect(entries.first?.name == "anywhere.hello", "in the order of the file")
        #expect(entries.last?.name == "person.say")
    }

    @Test func `texts of the bot are named so too`() throws {
        let catalog = catalog(WineProject.files())
        let bot = try #require(catalog.part(named: "bot"))
        #expect(
            catalog.entries(of: bot, in: "de").map(\.name) == [
                "notice", "anywhere.wine/person", "if_silent.say", "texts.goodbye",
            ])
    }

    /// Texts of steps that go out as they are, whatever the customer's language.
    private static let untranslated = ["id", "note"]

    @Test(arguments: ["Correct/bakery", "Correct/bike-repair", "Correct/bike-repair-with-calls"])
    func `every text that is said has a name`(project: String) {
        let read = Compiler.read(Fixtures.files(project), Fixtures.options, Findings())
        for flow in read.flows {
            for step in flow.steps {
                for site in step.textSites where site.role == .said && flow.textNames[site.source] == nil {
                    let isKnown = [step.handOverNote, step.answerIDs].joined().contains(site.source.start)
                    #expect(isKnown, "\(step.name.value): \(site.source.string)")
                }
            }
        }
    }

    @Test(arguments: [
        ("Hi! How can we help with your bike?", "d2b34a"), ("Book a repair", "c42fea"),
        ("agent, help, support", "c1b55f"), ("  agent,\n help,   support ", "c1b55f"),
        ("Hi!\u{A0}How can we help\twith your bike?", "d2b34a"),
    ])
    func `a fingerprint is that of the plain text`(_ text: String, _ fingerprint: String) {
        #expect(Fingerprint.of(text) == fingerprint)
    }

    @Test func `answers that are called alike get numbers`() {
        let flow = Case.flow(
            """
            hello:
              ask: Which?
              as: list
              answers:
                - label: One
                  id: a
                - label: Two
                  id: b
              then: end
            """)
        let names = catalog(TestFiles.files(["Flows/broken.yaml": flow])).part(named: "broken")?.wordings.map(\.name)
        #expect(names == ["hello.ask", "hello.answers.a", "hello.answers.b"])
    }
}

/// Files of a project as they are, with a bot beside.
enum TestFiles {
    static func files(_ files: [String: String]) -> ProjectFiles {
        let all = files.merging(["Flows/bot.yaml": TestProject.bot, "Flows/people.yaml": TestProject.people]) {
            old, _ in
            old
        }
        return ProjectFiles(
            texts: all.keys.sorted().map { SourceFile(path: $0, text: all[$0] ?? "") }, assets: [:], version: "test")
    }
}

extension StepSyntax {
    fileprivate var handOverNote: [Int] {
        if case .handOver(let handOver) = thing { [handOver.note?.source.start].compactMap { $0 } } else { [] }
    }

    fileprivate var answerIDs: [Int] {
        if case .answers(let answers)? = question?.kind { answers.items.compactMap { $0.id?.source.start } } else { [] }
    }
}
