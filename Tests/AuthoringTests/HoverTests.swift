import Authoring
import Diagnostics
import Testing

/// What is shown about the word under the pointer.
@Suite struct HoverTests {
    @Test(arguments: [
        ("‸say: Hello.\n    then: end", "**say**: A message, or a list of messages, in which `{name}` writes a value."),
        ("say: Hello.\n    th‸en: end", "**then**: Where the conversation goes after this step."),
        ("say: Hello {cus‸tomer.id}.\n    then: end", "`customer`: a record with `id`, `first_name`, `name`"),
        ("say: Hello.\n    hand_over: te‸am", "`team`: a queue, declared in Flows/bot.yaml, line 11"),
        (
            "call: bo‸ok\n    using:\n      start: 2031-12-01 10:00\n    then: end",
            "The action **book**\n\nTakes `start` (time), `note` (text, optional).\n\nGives `code` (text)."
        ),
        ("say: Hel‸lo.\n    then: end", nil),
    ])
    func `a word is explained`(step: String, text: String?) {
        let marked = MarkedProject("Flows/hello.yaml", "flow: hello\nstart: hello\nsteps:\n  hello:\n    \(step)\n")
        #expect(marked.draft.hover(in: marked.file, at: marked.offset)?.text == text)
    }

    private static let flow = """
        flow: hello
        start: hello
        steps:
          hello:
            ask: Shall we keep it?
            answers:
              Yes: name
              No: thanks
          name:
            ask: Your name?
            text: name
            then: thanks
          thanks:
            say: Thank you, {name, or you}!
            then: end
        """

    @Test func `a step shows who leads there and where it goes`() throws {
        let draft = SampleProject.written(["Flows/hello.yaml": Self.flow]).draft()
        let place = try #require(Self.flow.firstRange(of: "  tha")).upperBound
        let offset = Self.flow.utf8.distance(from: Self.flow.startIndex, to: place)
        let hover = draft.hover(in: "Flows/hello.yaml", at: offset)
        #expect(
            hover?.text == """
                **thanks**, a step of `hello`

                Led to by `hello` ("No"), `name`.

                Leads to `end`.
                """)
    }

    @Test func `a name shows its type, where it is set, and whether it may be empty`() throws {
        let draft = SampleProject.written(["Flows/hello.yaml": Self.flow]).draft()
        let place = try #require(Self.flow.firstRange(of: "{na")).upperBound
        let offset = Self.flow.utf8.distance(from: Self.flow.startIndex, to: place)
        #expect(
            draft.hover(in: "Flows/hello.yaml", at: offset)?.text == """
                `name`: text

                Set in Flows/hello.yaml, line 9.

                May be empty when `thanks` begins.
                """)
    }

    @Test func `a text shows its translations`() throws {
        let bot =
            "bot: B\nzone: Europe/Berlin\nlanguages: [en, de, fr]\nstart: hello\nanywhere:\n  agent: people/person\npeople:\n  team:\n"
        let marked = MarkedProject(
            "Flows/hello.yaml", "flow: hello\nstart: hello\nsteps:\n  hello:\n    say: Good ‸day.\n    then: end\n",
            [
                "Flows/bot.yaml": bot,
                "Flows/hello.de.yaml":
                    "translation: hello\nlanguage: de\ntexts:\n  hello.say:\n    of: 04bce9\n    text: Guten Tag.\n",
            ])
        #expect(
            marked.draft.hover(in: marked.file, at: marked.offset)?.text
                == "`hello.say`\n\n*de*: Guten Tag.\n\n*fr*: not translated")
    }
}
