import Diagnostics
import Testing

/// Facts about the customer, reminders, and the call when the conversation is closed.
@Suite struct KeepingTests {
    @Test(arguments: facts) func `a fact that does not fit is told`(wrong: Case) { wrong.check() }
    @Test(arguments: reminders) func `a reminder that cannot come is told`(wrong: Case) { wrong.check() }
    @Test(arguments: closing) func `a call at the end that does not fit is told`(wrong: Case) { wrong.check() }
    @Test(arguments: right) func `what fits is not told`(right: Case) { right.check() }

    private static let bot = TestProject.bot + "customer:\n  visits: number\n  favourite: text\n"

    private static func steps(_ steps: String) -> [String: String] {
        ["bot.yaml": bot, "broken.yaml": Case.flow(steps)]
    }

    @Test(arguments: ["customer.visits", "count"]) func `a sum in quotes is reported as one`(_ name: String) {
        let flow = Case.flow(
            "hello:\n  set:\n    count: 1\n  then: b\nb:\n  set:\n    \(name): \"{count} + 1\"\n  say: Hi.\n  then: end"
        )
        let found = TestProject(["bot.yaml": Self.bot, "broken.yaml": flow]).report.diagnostics
        #expect(found.map(\.code.rawValue) == ["set-changes-type"])
        #expect(found.first?.help == "leave out the quotes, which make a text of it")
    }

    private static let withRecords =
        TestProject.bot
        + "records:\n  pet:\n    name: text\n    kind: text\n    chip: text, optional\ncustomer:\n  pets: list of pet\n  pet: pet\n"

    private static func withRecords(_ steps: String) -> [String: String] {
        ["bot.yaml": withRecords, "broken.yaml": Case.flow(steps)]
    }

    @Test(arguments: records) func `a fact may be a record, or a list of records`(example: Case) { example.check() }

    private static let records = [
        Case(
            "set with its fields",
            files: withRecords(
                "hello:\n  set:\n    customer.pet:\n      name: Rex\n      kind: dog\n    customer.pets: {customer.pets, or []} + {customer.pet}\n  say: {customer.pet.name}\n  then: end"
            )),
        Case(
            "without a field that it needs",
            files: withRecords("hello:\n  set:\n    ‸customer.pet:\n      name: Rex\n  say: Hi.\n  then: end"),
            "set-changes-type"),
        Case(
            "a record that lacks a field is added",
            files: withRecords(
                "hello:\n  set:\n    pet:\n      name: Rex\n    customer.pets: {customer.pets, or []} + ‸{pet}\n  say: Hi.\n  then: end"
            ), "type-mismatch"),
        Case(
            "a list of other records is added",
            files: [
                "bot.yaml": withRecords.replacing(
                    "customer:\n", with: "  toy:\n    name: text\ncustomer:\n  toys: list of toy\n"),
                "broken.yaml": Case.flow(
                    "hello:\n  set:\n    customer.pets: {customer.pets, or []} + ‸{customer.toys, or []}\n  say: Hi.\n  then: end"
                ),
            ], "type-mismatch"),
        Case(
            "a text is added to records, which is one mistake",
            files: withRecords(
                "hello:\n  ask: Name?\n  text: name\n  then: b\nb:\n  set:\n    customer.pets: {customer.pets, or []} + ‸{hello}\n  say: Hi.\n  then: end"
            ), "type-mismatch"),
        Case(
            "a field that may be empty",
            files: withRecords(
                "hello:\n  say:\n    - each: pet in customer.pets\n      line: \"{‸pet.chip}\"\n  then: end"),
            "maybe-empty"),
        Case(
            "taken from the list by the answer",
            files: withRecords(
                "hello:\n  ask: Which?\n  answers:\n    - each: pet in customer.pets\n      label: {pet.name}\n  then: b\nb:\n  set:\n    customer.pets: {customer.pets, or []} - {hello}\n  say: Gone.\n  then: end"
            )),
        Case(
            "a record of no type",
            bot: TestProject.bot + "records:\n  pet:\n    name: ‸txt\n", "unknown-word"),
        Case("a type that is taken", bot: TestProject.bot + "records:\n  ‸money:\n    name: text\n", "reserved-name"),
    ]

    private static let facts = [
        Case(
            "that bot.yaml does not name",
            files: steps("hello:\n  set:\n    customer.‸visit: 1\n  say: Hi.\n  then: end"), "unknown-field"),
        Case(
            "of another type", files: steps("hello:\n  set:\n    ‸customer.visits: many\n  say: Hi.\n  then: end"),
            "set-changes-type"),
        Case(
            "that is built in", files: steps("hello:\n  set:\n    ‸customer.name: Ana\n  say: Hi.\n  then: end"),
            "reserved-name"),
        Case(
            "said although it may be empty", files: steps("hello:\n  say: Visit {‸customer.visits}.\n  then: end"),
            "maybe-empty"),
        Case(
            "said that is emptied above",
            files: steps(
                "hello:\n  set:\n    customer.visits: 1\n  say: Visit {customer.visits}.\n  then: gone\n"
                    + "gone:\n  set:\n    customer.visits: nothing\n  say: Visit {‸customer.visits}.\n  then: end"),
            "maybe-empty"),
        Case(
            "of no type", bot: TestProject.bot + "customer:\n  visits: ‸nummber\n",
            flow: Case.flow("hello:\n  set:\n    customer.visits: many\n  say: Hi.\n  then: end"), "unknown-word"),
        Case("with a built-in name", bot: TestProject.bot + "customer:\n  ‸name: text\n", "reserved-name"),
        Case(
            "of something private",
            files: steps(
                "hello:\n  ask: Plate?\n  text: one line\n  private: yes\n  then: keep\n"
                    + "keep:\n  set:\n    car: The {hello}\n    customer.favourite: {‸car} and {customer.id}\n  say: Hi.\n  then: end"
            ),
            "private-kept"),
        Case(
            "of something private that another flow gives",
            files: steps(
                "hello:\n  run: plate\n  then: keep\nkeep:\n  set:\n    customer.favourite: {‸hello.car}\n  say: Hi.\n  then: end"
            ), "private-kept"
        ).with(
            "plate.yaml",
            "flow: plate\ngives:\n  car: The {a}\nstart: a\nsteps:\n  a:\n    ask: Plate?\n    text: one line\n"
                + "    private: yes\n    then: end\n"),
        Case(
            "of something private that another flow is given",
            files: steps(
                "hello:\n  ask: Plate?\n  text: one line\n  private: yes\n  then: keep\n"
                    + "keep:\n  run: car\n  using:\n    plate: {hello}\n  then: end"), "private-kept"
        ).with(
            "car.yaml",
            "flow: car\nneeds:\n  plate: text\nstart: a\nsteps:\n  a:\n    set:\n      customer.favourite: {‸plate}\n"
                + "    say: Hi.\n    then: end\n"),
        Case("with a name that is none", bot: TestProject.bot + "customer:\n  ‸2nd: text\n", "bad-name"),
    ]

    private static let visit = "hello:\n  ask: When?\n  times: [2031-05-01 10:00, 2031-05-02 10:00]\n  then: nudge\n"
    private static let end = "\nlater:\n  say: Soon.\n  then: end"

    private static let reminders = [
        Case(
            "without where to go", "hello:\n  say: Hi.\n  then: nudge\n‸nudge:\n  remind: in 2 days\n  then: end",
            "missing-key"),
        Case("without then", "‸hello:\n  remind: in 2 days\n  go: later" + end, "missing-then"),
        Case("in so many words", "hello:\n  remind: in ‸two days\n  go: later\n  then: end" + end, "bad-duration"),
        Case("at no time", "hello:\n  remind: ‸tomorrow\n  go: later\n  then: end" + end, "bad-duration"),
        Case("without in", "hello:\n  remind: ‸2 days\n  go: later\n  then: end" + end, "bad-duration"),
        Case(
            "of something that is no time",
            "hello:\n  ask: Name?\n  text: name\n  then: nudge\nnudge:\n  remind: at {‸hello}\n  go: later\n  then: end"
                + end, "type-mismatch"),
        Case(
            "of nothing", visit + "nudge:\n  remind: 1 day before {‸helo}\n  go: later\n  then: end" + end,
            "unknown-name"),
        Case(
            "of words", visit + "nudge:\n  remind: 1 day before ‸hello\n  go: later\n  then: end" + end, "wrong-shape"),
        Case(
            "of what may be empty",
            "hello:\n  ask: When?\n  times: [2031-05-01 10:00, 2031-05-02 10:00]\n  then: nudge\n  if_other: nudge\n"
                + "nudge:\n  remind: at {‸hello}\n  go: later\n  then: end" + end, "maybe-empty"),
        Case(
            "that leads nowhere", "hello:\n  remind: in 2 days\n  go: ‸latr\n  then: end" + end, "unknown-step"),
        Case(
            "unless nothing", "hello:\n  remind: in 2 days\n  go: later\n  unless: ‸nothng is yes\n  then: end" + end,
            "unknown-name"),
        Case(
            "after the end of it all", "hello:\n  remind: ‸in 31 days\n  go: later\n  then: end" + end,
            "remind-after-expiry"),
        Case(
            "that is stopped under another name",
            "hello:\n  remind: in 2 days\n  named: visit\n  go: later\n  then: b\nb:\n  stop_reminding: ‸visits\n  then: end"
                + end, "unknown-reminder"),
        Case(
            "whose name has an unknown name in it",
            "hello:\n  remind: in 2 days\n  named: visit {‸helo}\n  go: later\n  then: end" + end, "unknown-name"),
        Case("a name alone", "hello:\n  say: Hi.\n  ‸named: visit\n  then: end", "unknown-key"),
        Case("for nobody", "hello:\n  say: Hi.\n  ‸go: hello\n  then: end", "unknown-key"),
        Case(
            "beside a question",
            "hello:\n  ask: Name?\n  text: name\n  ‸remind: in 2 days\n  go: later\n  then: end" + end,
            "two-kinds-of-step"),
        Case(
            "to a step that nobody else reaches, which says what is not there",
            visit.replacing("then: nudge", with: "then: later") + "later:\n  say: Hi.\n  then: nudge\n"
                + "nudge:\n  remind: in 2 days\n  go: soon\n  then: end\nsoon:\n  say: At {hello, time} {now.‸stop}.\n  then: end",
            "unknown-field"),
    ]

    private static func closed(_ lines: String) -> String {
        "flow: broken\nstart: hello\nsteps:\n  hello:\n    ask: Name?\n    text: name\n    then: end\n" + lines
    }

    private static let actions = """
        hosts: [api.example.com]
        actions:
          slots:
            get: https://api.example.com/slots
            examples:
              ok:
          book:
            post: https://api.example.com/book
            takes:
              start: time
              note: text, optional
            examples:
              ok:

        """

    private static let closing = [
        Case("of nothing", flow: closed("when_closed:\n  call: ‸relase\n"), "unknown-action"),
        Case("without a call", flow: closed("‸when_closed:\n  using:\n    note: a\n"), "missing-key"),
        Case("that needs more", flow: closed("when_closed:\n  call: ‸book\n"), "missing-input"),
        Case(
            "with too much", flow: closed("when_closed:\n  call: slots\n  using:\n    ‸lot: a\n"), "unknown-input"),
        Case(
            "with what may be empty",
            flow: closed("when_closed:\n  call: book\n  using:\n    start: {now}\n    note: {‸hello}\n"),
            "maybe-empty"),
        Case(
            "with another key", flow: closed("when_closed:\n  call: slots\n  ‸then: hello\n"), "unknown-key"),
    ].map { $0.with("Config/actions.yaml", actions) }

    private static let right = [
        Case(
            "facts",
            files: steps(
                "hello:\n  set:\n    customer.visits: {customer.visits, or 0} + 1\n    customer.favourite: {today, day}\n"
                    + "  say: Visit {customer.visits}, {customer.name, or friend}.\n  then: more\n"
                    + "more:\n  when:\n    customer.favourite is Friday: end\n    otherwise: end")),
        Case(
            "reminders",
            visit
                + "nudge:\n  remind: 1 day and 2 hours before {hello}\n  go: later\n  unless: hello.start is empty\n  then: second\n"
                + "second:\n  remind: at {hello.start}\n  go: later\n  then: third\n"
                + "third:\n  remind: in 30 days\n  go: third\n  then: end\n"
                + "later:\n  say: Soon, at {hello, time}.\n  then: end"),
        Case(
            "reminders that are stopped",
            "hello:\n  remind: in 2 days\n  named: visit {today, iso}\n  go: later\n  then: b\n"
                + "b:\n  remind: in 3 days\n  named: check\n  go: later\n  then: c\n"
                + "c:\n  stop_reminding:\n    - check\n    - visit {today, iso}\n  then: end\nlater:\n  say: Soon.\n  then: end"
        ),
        Case(
            "calls at the end",
            flow: closed(
                "when_closed:\n  call: book\n  using:\n    start: {now}\n    note: {hello, or nothing}\n")),
    ].map { $0.with("Config/actions.yaml", actions) }
}
