import Diagnostics
import FlowCompiler
import Testing

/// Diagnostics of files, quotes, lists, YAML's special characters and values of a wrong shape: sections 7.1 and 7.5 to
/// 7.9.
@Suite struct ValueShapeTests {
    @Test func `a file that is not UTF-8 is told at its beginning, and nothing else`() {
        var project = TestProject()
        project.files["broken.yaml"] = Array(
            "flow: broken\nstart: hello\nsteps:\n  hello:\n    say: Gr\u{F6}\u{DF}e\n".utf16.map { UInt8($0) })
        #expect(project.report.found == [Found(1, 1, "bad-encoding")])
    }

    @Test func `a bot that is not UTF-8 says nothing about its flows`() {
        var project = TestProject([
            "broken.yaml": Case.flow("hello:\n  ask: Name?\n  text: name\n  then: people/person")
        ])
        project.files["bot.yaml"] = [0x62, 0x6F, 0x74, 0x3A, 0x20, 0xFF]
        #expect(project.report.found == [Found(1, 1, "bad-encoding", in: "Flows/bot.yaml")])
    }

    @Test(arguments: ["", "\n\n", "# only a comment\n", "   \n\t\n"])
    func `a flow that says nothing is told at its beginning`(_ text: String) {
        #expect(TestProject(["broken.yaml": text]).report.found == [Found(1, 1, "empty-file")])
    }

    @Test(arguments: ["", "\n\n", "# only a comment\n"], ["services", "actions"])
    func `an empty file of Config is as if there were none`(_ text: String, _ name: String) {
        #expect(TestProject(["broken.yaml": Case.good, "Config/\(name).yaml": text]).report.found == [])
        let formatted = FormattedFile(SourceFile(path: "Config/\(name).yaml", text: text), as: .config)
        #expect(formatted.text == text && formatted.diagnostics.isEmpty)
    }

    @Test func `an empty file says what it has to begin with`() {
        let helps = ["bot.yaml", "broken.yaml", "broken.de.yaml"].map { name in
            var project = TestProject(["broken.yaml": Case.good])
            project.files[name] = []
            return project.report.diagnostics.first { $0.code == .emptyFile }?.help
        }
        #expect(
            helps == [
                "it needs `bot:`, `zone:` and `start:`", "begin with `flow: broken`",
                "it needs `translation:` and `language:`; `usher translate import` writes them",
            ])
    }

    @Test func `an empty bot is told once`() {
        let report = TestProject(["bot.yaml": "", "broken.yaml": Case.good]).report
        #expect(report.found == [Found(1, 1, "empty-file", in: "Flows/bot.yaml")])
    }

    @Test func `a byte order mark is no part of the text`() {
        #expect(TestProject(["broken.yaml": "\u{FEFF}" + Case.good]).report.found == [])
        let marked = Marked("\u{FEFF}" + "‸flw: broken\nstart: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n")
        #expect(TestProject(["broken.yaml": marked.text]).report.found == [Found(1, 1, "unknown-key")])
    }

    @Test func `line ends of both kinds are read alike`() {
        let flow = Case.flow("hello:\n  say: Hi, {gest}.\n  then: end").replacing("\n", with: "\r\n")
        #expect(TestProject(["broken.yaml": flow]).report.found == [Found(5, 15, "unknown-name")])
    }

    @Test(arguments: quotes)
    func `a quote that is opened is closed`(_ example: Case) { example.check() }

    @Test(arguments: lists)
    func `a list on one line ends there, and blocks are written a key a line`(_ example: Case) { example.check() }

    @Test(arguments: yaml)
    func `what only YAML has is refused at its sign`(_ example: Case) { example.check() }

    @Test(arguments: hashes)
    func `a hash behind a space is told in prose and begins a comment elsewhere`(_ example: Case) { example.check() }

    @Test(arguments: spaces)
    func `a no-break space in structure is told and read as a plain one`(_ example: Case) { example.check() }

    @Test(arguments: empty)
    func `a key says something`(_ example: Case) { example.check() }

    @Test(arguments: shapes)
    func `a text stands where a text is wanted, and a block where a block is`(_ example: Case) { example.check() }

    static let quotes = [
        Case("prose", "hello:\n  say: ‸\"Good day.\n  then: end", "unclosed-quote"),
        Case("prose with an apostrophe", "hello:\n  say: ‸'Tis the season.\n  then: end", "unclosed-quote"),
        Case("prose over two lines", "hello:\n  say: ‸\"Good\n    day.\n  then: end", "unclosed-quote"),
        Case("a word", "hello:\n  say: Hi.\n  then: ‸\"end", "unclosed-quote"),
        Case("an item", "hello:\n  ask: Which?\n  answers:\n    - ‸\"Bread\n    - Cake\n  then: end", "unclosed-quote"),
        Case(
            "an item of a list on one line", "hello:\n  ask: Which?\n  answers: [Bread, ‸\"Cake]\n  then: end",
            "unclosed-quote"),
        Case(
            "the first item of a list on one line", "hello:\n  ask: Which?\n  answers: [‸\"Bread, Cake]\n  then: end",
            "unclosed-quote"),
        Case("a label", "hello:\n  ask: Which?\n  answers:\n    ‸\"Bread: end\n    Cake: end", "unclosed-quote"),
        Case("a quote inside is a character", "hello:\n  say: He said \"good day\n  then: end"),
        Case("a quoted word before more prose", "hello:\n  say: \"Good day\" is what we say.\n  then: end"),
        Case("an escaped quote does not close", "hello:\n  say: ‸\"Good \\\"day\\\"\n  then: end", "unclosed-quote"),
        Case("closed over two lines", "hello:\n  say: \"Good\n    day.\"\n  then: end"),
        Case("a comment behind", "hello:\n  say: \"Good day.\"   # a comment\n  then: \"end\" # another"),
        Case("curly prose", "hello:\n  say: ‸“Good day.”\n  then: end", "curly-quotes"),
        Case("curly prose in another style", "hello:\n  say: ‸„Guten Tag.“\n  then: end", "curly-quotes"),
        Case("a curly word", "hello:\n  say: Hi.\n  then: ‸‘end’", "curly-quotes"),
        Case(
            "curly items", "hello:\n  ask: Which?\n  answers: [‸“Bread”, ‸“Cake”]\n  then: end", "curly-quotes",
            "curly-quotes"),
        Case(
            "a curly label", "hello:\n  ask: Which?\n  answers:\n    ‸“Bread: dark”: end\n    Cake: end", "curly-quotes"
        ),
        Case("a curly apostrophe", "hello:\n  say: ‘Tis the baker’s season.\n  then: end"),
        Case("curly quotes inside prose", "hello:\n  say: We say “good day” here.\n  then: end"),
        Case("two curly quotations", "hello:\n  say: “Yes” and “no”\n  then: end"),
    ]

    static let lists = [
        Case("never closed", "hello:\n  ask: Which?\n  answers: ‸[Bread, Cake\n  then: end", "unclosed-list"),
        Case(
            "closed on the next line", "hello:\n  ask: Which?\n  answers: ‸[Bread,\n    Cake]\n  then: end",
            "unclosed-list"),
        Case(
            "closed further down", "hello:\n  ask: Which?\n  answers: ‸[\n    Bread,\n    Cake\n  ]\n  then: end",
            "unclosed-list"),
        Case(
            "closed at the column of its key", "hello:\n  ask: Which?\n  answers: ‸[Bread,\n  Cake]\n  then: end",
            "unclosed-list"),
        Case("a hash cuts it", "hello:\n  ask: Which?\n  answers: ‸[Room #5, Room 6]\n  then: end", "unclosed-list"),
        Case("more behind it", "hello:\n  ask: Which?\n  answers: ‸[Bread, Cake], Rolls\n  then: end", "unclosed-list"),
        Case("in bot.yaml", bot: TestProject.bot.replacing("[en, de]", with: "‸[en, de"), "unclosed-list"),
        Case("a comment behind", "hello:\n  ask: Which?\n  answers: [Bread, Cake] # fresh\n  then: end"),
        Case("commas in quotes", "hello:\n  ask: Which?\n  answers: [\"Bread, dark\", 'Cake, sweet']\n  then: end"),
        Case("a step", "hello: ‸{ say: Hi., then: end }", "inline-map"),
        Case(
            "an exit", "hello:\n  ask: Name?\n  text: name\n  if_silent: ‸{after: 5 minutes, then: end}\n  then: end",
            "inline-map"),
        Case("answers", "hello:\n  ask: Which?\n  answers: ‸{Bread: end, Cake: end}", "inline-map"),
        Case(
            "over several lines", "hello:\n  ask: Which?\n  answers: ‸{\n    Bread: end,\n    Cake: end\n  }",
            "inline-map"),
        Case("what is set", "hello:\n  set: ‸{price: 4.90 EUR}\n  say: It is {price}.\n  then: end", "inline-map"),
        Case("empty", "hello:\n  ask: Name?\n  text: ‸{}\n  then: end", "inline-map"),
        Case(
            "an item", "hello:\n  ask: Which?\n  answers:\n    - ‸{label: Bread}\n    - Cake\n  then: end", "inline-map"
        ),
        Case(
            "exits of the bot",
            bot: TestProject.bot.replacing("if_failed: people/person", with: "if_failed: ‸{then: people/person}"),
            "inline-map"),
        Case("braces in prose", "hello:\n  say: \"{{ a: b }}\"\n  then: end"),
    ]

    static let yaml = [
        Case("an alias", "hello:\n  say: Hi.\n  then: ‸*next", "yaml-feature"),
        Case("an anchor before a word", "hello:\n  say: Hi.\n  then: ‸&next end", "yaml-feature"),
        Case(
            "an anchor before a block", "hello: ‸&base\n  say: Hi.\n  then: bye\nbye:\n  say: Bye.\n  then: end",
            "yaml-feature"),
        Case("a tag", "hello:\n  say: Hi.\n  then: ‸!step end", "yaml-feature"),
        Case("a long tag before a block", "hello: ‸!!map\n  say: Hi.\n  then: end", "yaml-feature"),
        Case("a merge", "hello:\n  ‸<<: *base\n  say: Hi.\n  then: end", "yaml-feature"),
        Case("a merge at the end", "hello:\n  say: Hi.\n  ‸<<: *base", "yaml-feature"),
        Case("a document", flow: "‸---\n" + good, "yaml-feature"),
        Case("a second document", flow: good + "‸---\n", "yaml-feature"),
        Case(
            "an alias in a list on one line", "hello:\n  ask: Which?\n  answers: [‸*red, Blue]\n  then: end",
            "yaml-feature"),
        Case(
            "an alias as an item", "hello:\n  ask: Which?\n  answers:\n    - ‸*red\n    - Blue\n  then: end",
            "yaml-feature"),
        Case("an anchor before a key", "‸&base hello:\n  say: Hi.\n  then: end", "yaml-feature"),
        Case(
            "an anchor in bot.yaml",
            bot: TestProject.bot.replacing("hours:\n  opening", with: "hours: ‸&open\n  opening"), "yaml-feature"),
        Case("stars and the like in prose", "hello:\n  say: *Hi* & welcome!\n  ask: !Now?\n  text: name\n  then: end"),
        Case("a star in a label", "hello:\n  ask: Which?\n  answers:\n    *Bread*: end\n    Cake & tea: end"),
        Case("in quotes it is text", "hello:\n  ask: Which?\n  answers: [\"*Bread\", \"&Cake\"]\n  then: end"),
    ]

    private static let good = Case.good

    static let hashes = [
        Case("prose", "hello:\n  say: You are ‸#12 here.\n  then: end", "hash-in-text"),
        Case("prose is told once", "hello:\n  say: You are ‸#12 or #13 here.\n  then: end", "hash-in-text"),
        Case("prose that is nothing else", "hello:\n  say: ‸#hello\n  then: end", "hash-in-text"),
        Case("prose on the next line", "hello:\n  say: You are\n    number ‸#12.\n  then: end", "hash-in-text"),
        Case("prose below its key", "hello:\n  say:\n    Number ‸#12.\n  then: end", "hash-in-text"),
        Case("an item of say", "hello:\n  say:\n    - Room ‸#5\n    - Room 6\n  then: end", "hash-in-text"),
        Case(
            "a label", "hello:\n  ask: Which?\n  answers:\n    - label: Room ‸#5\n    - Room 6\n  then: end",
            "hash-in-text"),
        Case("a set text", "hello:\n  set:\n    room: number ‸#5\n  say: Room {room}.\n  then: end", "hash-in-text"),
        Case("in bot.yaml", bot: TestProject.bot.replacing("Please choose", with: "Please ‸# choose"), "hash-in-text"),
        Case("without a space before it", "hello:\n  say: Room#5 is free.\n  then: end"),
        Case("in quotes", "hello:\n  say: \"You are #12 here.\"\n  then: end"),
        Case(
            "in braces",
            "hello:\n  set:\n    n: 2\n  say: Take {n, plural, one {# bike} other { # bikes}}.\n  then: end"),
        Case("in a block of text", "hello:\n  say: |\n    Room #5\n    # not a comment\n  then: end"),
        Case("behind a prose key with lines below", "hello:\n  say: # greeting\n    Good day.\n  then: end"),
        Case("behind a word", "hello:\n  say: Hi.\n  then: end # no more"),
        Case(
            "behind a key", "hello: # the first\n  ask: Which?\n  answers: # two\n    Bread: end # dark\n    Cake: end"),
        Case("alone on a line", "# one\nhello:\n# two\n  say: Hi.\n      # three\n  then: end\n  # four"),
        Case(
            "a comment with a colon behind an answer",
            "hello:\n  ask: Which?\n  answers:\n    Bread: end # note: dark\n    Cake: end"),
    ]

    static let spaces = [
        Case("before a key", "hello:\n‸\u{A0} say: Hi.\n  then: end", "odd-space"),
        Case("behind a colon", "hello:\n  say: Hi.\n  then:‸\u{A0}end", "odd-space"),
        Case("behind the colon of prose", "hello:\n  say:‸\u{A0}Hi.\n  then: end", "odd-space"),
        Case(
            "behind a dash", "hello:\n  ask: Which?\n  answers:\n    -‸\u{A0}Bread\n    - Cake\n  then: end",
            "odd-space"),
        Case("in a word", "hello:\n  ask: Name?\n  text: one‸\u{A0}line\n  then: end", "odd-space"),
        Case("at the end of a word", "hello:\n  say: Hi.\n  then: end‸\u{A0}", "odd-space"),
        Case(
            "in a duration",
            "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    after: 5‸\u{202F}minutes\n    then: end\n  then: end",
            "odd-space"),
        Case(
            "in a key", bot: TestProject.bot.replacing("  opening hours:", with: "  opening‸\u{A0}hours:"), "odd-space"),
        Case("a narrow one", "hello:\n  say: Hi.\n  then:‸\u{202F}end", "odd-space"),
        Case("a wide one", "hello:\n  say: Hi.\n  then:‸\u{2007}end", "odd-space"),
        Case("in prose", "hello:\n  say: Price\u{A0}: 5\u{A0}€\n  then: end"),
        Case("in a line of blanks", "hello:\n  say: Hi.\n \u{A0} \n  then: end"),
    ]

    static let empty = [
        Case("then", "hello:\n  say: Hi.\n  ‸then:", "empty-value"),
        Case("say", "hello:\n  ‸say:\n  then: end", "empty-value"),
        Case("quotes with nothing inside", "hello:\n  ‸say: \"\"\n  then: end", "empty-value"),
        Case("only a comment", "hello:\n  say: Hi.\n  ‸then: # later", "empty-value"),
        Case("a step", "hello:\n  say: Hi.\n  then: bye\n‸bye:", "empty-value"),
        Case("steps", flow: "flow: broken\nstart: hello\n‸steps:\n", "empty-value"),
        Case("start", flow: "flow: broken\n‸start:\nsteps:\n  hello:\n    say: Hi\n    then: end\n", "empty-value"),
        Case("answers", "hello:\n  ask: Which?\n  ‸answers:\n  then: end", "empty-value"),
        Case("an answer", "hello:\n  ask: Which?\n  answers:\n    ‸Bread:\n    Cake: end", "empty-value"),
        Case(
            "an item", "hello:\n  ask: Which?\n  answers:\n    - Bread\n    ‸-\n    - Cake\n  then: end", "empty-value"),
        Case("ask", "hello:\n  ‸ask:\n  answers: [Bread, Cake]\n  then: end", "empty-value"),
        Case("a kind", "hello:\n  ask: Name?\n  ‸text:\n  then: end", "empty-value"),
        Case("when", "hello:\n  ‸when:\n", "empty-value"),
        Case(
            "a condition",
            "hello:\n  ask: Name?\n  text: name\n  then: check\ncheck:\n  when:\n    ‸hello is Ana:\n    otherwise: end",
            "empty-value"),
        Case(
            "otherwise",
            "hello:\n  ask: Name?\n  text: name\n  then: check\ncheck:\n  when:\n    hello is Ana: end\n    ‸otherwise:",
            "empty-value"),
        Case("an exit", "hello:\n  ask: Name?\n  text: name\n  ‸if_silent:\n  then: end", "empty-value"),
        Case(
            "after", "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    ‸after:\n    then: end\n  then: end",
            "empty-value"),
        Case("set", "hello:\n  ‸set:\n  say: Hi.\n  then: end", "empty-value"),
        Case("a set name", "hello:\n  set:\n    ‸price:\n  say: It is {price}.\n  then: end", "empty-value"),
        Case("hand_over", "hello:\n  ‸hand_over:", "empty-value"),
        Case(
            "an exit of the bot", bot: TestProject.bot.replacing("if_failed: people/person", with: "‸if_failed:"),
            "empty-value"),
        Case(
            "a week",
            bot: TestProject.bot.replacing(
                "  opening hours:\n    Monday to Friday: 9:00 to 17:00", with: "  ‸opening hours:"), "empty-value"),
        Case(
            "people",
            bot:
                "bot: B\nzone: Europe/Berlin\nstart: broken\nanywhere:\n  agent, help, support: people/person\n‸people:\n",
            "empty-value"),
        Case(
            "a queue may say nothing",
            bot:
                "bot: B\nzone: Europe/Berlin\nstart: broken\nanywhere:\n  agent, help, support: people/person\npeople:\n  team:\n"
        ),
    ]

    static let shapes = [
        Case("a list of steps to go to", "hello:\n  say: Hi.\n  then: ‸[bye, end]", "wrong-shape"),
        Case("a list below then", "hello:\n  say: Hi.\n  then:\n    ‸- end", "wrong-shape"),
        Case("a block below then", "hello:\n  say: Hi.\n  then:\n    ‸step: end", "wrong-shape"),
        Case("a text as a step", "hello: ‸Good day.", "wrong-shape"),
        Case("steps as a list", flow: "flow: broken\nstart: hello\nsteps:\n  ‸- hello\n", "wrong-shape"),
        Case("steps as a text", flow: "flow: broken\nstart: hello\nsteps: ‸hello\n", "wrong-shape"),
        Case("answers as a text", "hello:\n  ask: Which?\n  answers: ‸Bread\n  then: end", "wrong-shape"),
        Case(
            "an answer that leads to a list", "hello:\n  ask: Which?\n  answers:\n    Bread: ‸[a, b]\n    Cake: end",
            "wrong-shape"),
        Case(
            "an answer with a block below",
            "hello:\n  ask: Which?\n  answers:\n    Bread:\n      ‸then: end\n    Cake: end", "wrong-shape"),
        Case("say as a block", "hello:\n  say:\n    ‸text: Hi.\n  then: end", "wrong-shape"),
        Case("an item of say as a block", "hello:\n  say:\n    - ‸note: we are closed\n  then: end", "wrong-shape"),
        Case("an item of say as a list", "hello:\n  say:\n    - ‸- Hi.\n  then: end", "wrong-shape"),
        Case("set as a text", "hello:\n  set: ‸price\n  say: Hi.\n  then: end", "wrong-shape"),
        Case(
            "a set name with a list below", "hello:\n  set:\n    price:\n      ‸- 1\n  say: Hi.\n  then: end",
            "wrong-shape"),
        Case("when as a text", "hello:\n  when: ‸end", "wrong-shape"),
        Case("when as a list", "hello:\n  when:\n    ‸- otherwise", "wrong-shape"),
        Case(
            "an exit as a text", "hello:\n  ask: Name?\n  text: name\n  if_silent: ‸people/person\n  then: end",
            "wrong-shape"),
        Case("an exit as a list", "hello:\n  ask: Name?\n  text: name\n  if_other: ‸[end]\n  then: end", "wrong-shape"),
        Case(
            "words as a text",
            flow: "flow: broken\nstart: hello\nanywhere: ‸hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "wrong-shape"),
        Case("a kind of text as a list", "hello:\n  ask: Name?\n  text: ‸[name]\n  then: end", "wrong-shape"),
        Case(
            "yes or no as a list", "hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  several: ‸[yes]\n  then: end",
            "wrong-shape"),
        Case(
            "a bubble as a text", "hello:\n  ask: Which?\n  bubble: ‸large\n  answers: [Bread, Cake]\n  then: end",
            "wrong-shape"),
        Case(
            "a section without a list",
            "hello:\n  ask: Which?\n  answers:\n    - section: Dark\n      answers: ‸Rye\n    - Cake\n  then: end",
            "wrong-shape"),
        Case(
            "a section in a section",
            "hello:\n  ask: Which?\n  answers:\n    - section: Dark\n      answers:\n        - ‸section: Darker\n          answers: [Rye, Spelt]\n    - Cake\n  then: end",
            "wrong-shape"),
        Case(
            "answers with a step of their own and several",
            "hello:\n  ask: Which?\n  several: yes\n  answers:\n    ‸Bread: end\n    Cake: end\n  then: end",
            "wrong-shape"),
        Case(
            "people as a list",
            bot: TestProject.bot.replacing(
                "people:\n  team:\n  desk:\n    hours: opening hours", with: "people:\n  ‸- team\n  - desk"),
            "wrong-shape"),
        Case(
            "a week as a text",
            bot: TestProject.bot.replacing(
                "  opening hours:\n    Monday to Friday: 9:00 to 17:00", with: "  opening hours: ‸9:00 to 17:00"),
            "wrong-shape"),
        Case(
            "the name of the bot as a block",
            bot: TestProject.bot.replacing("bot: Broken", with: "bot:\n  ‸name: Broken"), "wrong-shape"),
        Case("times as words", "hello:\n  ask: When?\n  times:\n    - ‸- 2031-05-01 10:00\n  then: end", "wrong-shape"),
        Case(
            "times taken as a text",
            "hello:\n  ask: When?\n  times:\n    every: 2 hours\n    in: opening hours\n    except: ‸lunch\n  then: end",
            "wrong-shape"),
        Case("times as a name and more", "hello:\n  ask: When?\n  times: ‸{now} or later\n  then: end", "wrong-shape"),
    ]
}
