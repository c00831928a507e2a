import Diagnostics
import Expressions
import Foundation
import Testing

@testable import FlowCompiler

/// The names of texts in translations.
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

    /// Texts of steps that are sent unchanged, whatever the customer's language.
    private static let untranslated = ["id", "note"]

    @Test(arguments: ["Correct/bakery", "Correct/bike-repair", "Correct/bike-repair-with-calls"])
    func `every text that is said has a name`(project: String) {
        let read = Compiler.read(Fixtures.files(project), Fixtures.options, DiagnosticCollector())
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

    @Test func `texts of forms, cards and payments have names without a line of their own`() throws {
        let text = """
            flow: shop
            start: details
            steps:
              details:
                show:
                  - product: A pump
                    note: With a gauge
                  - carousel:
                      - text: First card
                ask: A few details
                form:
                  make:
                    ask: What make is it?
                    text:
                      hint: Such as Brompton
                  insured:
                    ask: Is it insured?
                    answers:
                      Yes: insurer
                      No: send
                intro:
                  title: Your bike
                then: end
              checkout:
                ask: Ready to pay?
                pay:
                  City pump: 24.90 EUR
                shipping:
                  - label: By post
                    note: Two days
                data:
                  token: secret words
                then: end

            """
        let file = SourceFile(path: "Flows/shop.yaml", text: text)
        let names = TextNames(FileReader.read(file, as: .flow).root)
        let name = { (words: String) throws -> String? in
            let place = try #require(text.range(of: words))
            return names[
                SourceText("", file: file.path, at: text.utf8.distance(from: text.startIndex, to: place.lowerBound))]
        }
        #expect(try name("A pump") == "details.show.1.product")
        #expect(try name("With a gauge") == "details.show.1.note")
        #expect(try name("First card") == "details.show.2.carousel.1.text")
        #expect(try name("What make is it?") == "details.form.make.ask")
        #expect(try name("Such as Brompton") == "details.form.make.text.hint")
        #expect(try name("Yes:") == "details.form.insured.answers.Yes")
        #expect(try name("Your bike") == "details.intro.title")
        #expect(try name("City pump") == "checkout.pay.City pump")
        #expect(try name("By post") == "checkout.shipping.1.label")
        #expect(try name("Two days") == "checkout.shipping.1.note")
        #expect(try name("secret words") == nil)
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

/// The files of a project without changes, with an additional bot.
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
