import Diagnostics
import FlowCompiler
import Testing

/// Diagnostics of bot.yaml: section 2.1.
@Suite struct BotTests {
    @Test(arguments: cases)
    func `bot.yaml says what all flows share`(_ example: Case) { example.check() }

    @Test func `without a bot only that is said, and what is wrong in the flows`() {
        let good = TestProject(["broken.yaml": Case.flow("hello:\n  ask: Name?\n  text: name\n  then: people/person")])
        #expect(good.withoutBot.found == [Found(1, 1, "empty-file", in: "Flows/bot.yaml")])
        let bad = TestProject(["broken.yaml": Case.flow("hello:\n  say: Hi {gest}.\n  then: end")])
        #expect(
            bad.withoutBot.found == [Found(1, 1, "empty-file", in: "Flows/bot.yaml"), Found(5, 14, "unknown-name")])
    }

    @Test func `a flow whose file has no name for a flow is told`() {
        let project = TestProject([
            "broken.yaml": Case.good, "my flow.yaml": Case.good.replacing("flow: broken", with: "flow: my flow"),
        ])
        #expect(project.report.found == [Found(1, 7, "bad-name", in: "Flows/my flow.yaml")])
    }

    static let cases = [
        Case(
            "small",
            bot:
                "bot: B\nzone: Europe/Berlin\nstart: broken\npeople:\n  team:\nanywhere:\n  agent, help, support: people/person\n"
        ),
        Case(
            "everything",
            bot: TestProject.bot
                + "business: Broken Bakery\nnotice: You are writing with {bot.name}, a machine.\ntexts:\n  goodbye: Bye from {bot.business}!\n  old_tap: That question is closed.\n"
        ),
        Case(
            "languages as a list",
            bot: TestProject.bot.replacing("languages: [en, de]", with: "languages:\n  - en\n  - ‸de"),
            "language-untranslated"),
        Case("one language", bot: TestProject.bot.replacing("languages: [en, de]", with: "languages: de")),
        Case(
            "a name that is used in its own text",
            bot: TestProject.bot.replacing("bot: Broken", with: "bot: The {‸nmae}"), "unknown-name"),
        Case("an exit goes back", bot: TestProject.bot.replacing("if_failed: people/person", with: "if_failed: end")),
        Case(
            "two mistakes",
            bot: TestProject.bot.replacing("Europe/Berlin", with: "‸Europe/Berln").replacing(
                "currency: EUR", with: "currency: ‸Euro"), "unknown-word", "unknown-word"),
        Case(
            "a mistake here and one in a flow", bot: TestProject.bot.replacing("Europe/Berlin", with: "‸Europe/Berln"),
            flow: Case.flow("hello:\n  say: Hi.\n  then: ‸bye"), "unknown-word", "unknown-step"),
    ]
}

extension TestProject {
    /// The diagnostics when there is no bot.yaml.
    fileprivate var withoutBot: DiagnosticReport {
        var all = files
        all["people.yaml"] = Array(Self.people.utf8)
        let texts = all.keys.sorted().map { SourceFile(path: "Flows/\($0)", bytes: all[$0] ?? []) }
        let files = ProjectFiles(texts: texts, assets: [:], version: "test")
        return Compiler.compile(files, options: CompilerOptions(now: now)).report
    }
}
