import Testing

/// Diagnostics of forms and their pages: section 3.5.
@Suite struct FormTests {
    @Test(arguments: pages)
    func `a page asks one thing that a form can ask`(_ example: Case) { example.check() }

    @Test(arguments: ways)
    func `pages lead further down`(_ example: Case) { example.check() }

    @Test(arguments: around)
    func `a form may have an introduction and a summary`(_ example: Case) { example.check() }

    @Test(arguments: names)
    func `the answer is a record, its fields as sure as their pages`(_ example: Case) { example.check() }

    private static func form(_ pages: String, _ keys: String = "") -> String {
        let lines = pages.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return "hello:\n  ask: Some details\n  form:\n\(lines)\n\(keys)  then: end"
    }

    private static let make = "make:\n  ask: Make?\n  text: one line"

    static let pages = [
        Case("a text", form(make)),
        Case(
            "all at once",
            form(
                "\(make)\nn:\n  ask: N?\n  number: whole\nm:\n  ask: M?\n  money: EUR\nd:\n  ask: D?\n  date:\n    from: today\n    shows: dd.MM.yyyy"
            )),
        Case(
            "several answers",
            form("a:\n  ask: A?\n  answers: [B, C, D]\n  several: yes\n  at_most: 2\n  optional: yes")),
        Case("a wheel", form("a:\n  ask: A?\n  answers: [B, C]\n  as: wheel\n  label: Letter\n  preset: C")),
        Case("another wheel", form("a:\n  ask: A?\n  answers: [B, C]\n  as: ‸buttons"), "unknown-word"),
        Case(
            "a preset that is not offered", form("a:\n  ask: A?\n  answers: [B, C]\n  as: wheel\n  preset: ‸D"),
            "unknown-answer"),
        Case("a preset without a wheel", form("a:\n  ask: A?\n  answers: [B, C]\n  ‸preset: B"), "unknown-key"),
        Case("no question", form("‸make:\n  text: one line"), "missing-key"),
        Case("nothing to answer", form("make:\n  ‸ask: Make?"), "question-without-kind"),
        Case("a misspelt kind", form("make:\n  ask: Make?\n  ‸anwers: [A, B]"), "unknown-key"),
        Case("two kinds", form("make:\n  ask: Make?\n  text: one line\n  ‸number: whole"), "two-kinds-of-question"),
        Case("a photo", form("\(make)\nb:\n  ask: B?\n  ‸photo: one"), "not-on-a-page"),
        Case(
            "a form in a form", form("\(make)\nb:\n  ask: B?\n  ‸form:\n    c:\n      ask: C?\n      text: name"),
            "not-on-a-page"),
        Case(
            "a key that pages do not have", form("make:\n  ask: Make?\n  text: one line\n  ‸if_silent: never"),
            "unknown-key"),
        Case("limits beside a text", form("make:\n  ask: Make?\n  text: one line\n  ‸at_most: 5"), "unknown-key"),
        Case("one answer", form("a:\n  ask: A?\n  ‸answers: [B]"), "too-few-answers"),
        Case("an answer twice", form("a:\n  ask: A?\n  answers: [B, C, ‸B]"), "duplicate-answer"),
        Case("a page twice", form("\(make)\n‸\(make)"), "duplicate-key"),
        Case("no page", "hello:\n  ask: Some details\n  ‸form:\n  then: end", "empty-value"),
        Case("a text", "hello:\n  ask: Some details\n  form: ‸name\n  then: end", "wrong-shape"),
        Case("no block", form("make: ‸Gazelle"), "wrong-shape"),
        Case("an empty page", form("‸make:\n\(make.replacing("make", with: "other"))"), "empty-value"),
        Case("a reserved name", form("‸send:\n  ask: Make?\n  text: one line"), "reserved-name"),
        Case("a name that is none", form("‸my make:\n  ask: Make?\n  text: one line"), "bad-name"),
        Case("nineteen letters", form("a234567890123456789:\n  ask: Make?\n  text: one line")),
        Case("twenty letters", form("‸a2345678901234567890:\n  ask: Make?\n  text: one line"), "page-name-too-long"),
        Case(
            "limits the wrong way round", form("n:\n  ask: N?\n  number:\n    at_least: 5\n    at_most: ‸4"),
            "out-of-range"),
    ]

    private static let insurer = "insurer:\n  ask: With whom?\n  text: one line"

    static let ways = [
        Case("answers have ways", form("a:\n  ask: A?\n  answers:\n    Yes: insurer\n    No: send\n\(insurer)")),
        Case(
            "a page has one",
            form("\(make)\n  then: insurer\nb:\n  ask: B?\n  text: name\n\(insurer)").replacing(
                "    b:", with: "    ‸b:"), "unreachable-page"),
        Case("a page that is none", form("\(make)\n  then: ‸insurrer\n\(insurer)"), "unknown-page"),
        Case("the end", form("\(make)\n  then: ‸end"), "unknown-page"),
        Case("back", form("\(make)\n\(insurer)\n  then: ‸make"), "page-goes-back"),
        Case("to itself", form("\(make)\n  then: ‸make"), "page-goes-back"),
        Case("a step", form("\(make)\n  then: ‸hello"), "unknown-page"),
        Case(
            "nobody gets there", form("a:\n  ask: A?\n  answers:\n    Yes: send\n    No: send\n‸\(insurer)"),
            "unreachable-page"),
        Case(
            "whoever skips gets there",
            form("a:\n  ask: A?\n  answers:\n    Yes: send\n    No: send\n  optional: yes\n\(insurer)")),
        Case(
            "a then that is never used",
            form("a:\n  ask: A?\n  answers:\n    Yes: insurer\n    No: send\n  ‸then: send\n\(insurer)"),
            "then-never-used"),
        Case(
            "a way of one of several",
            form("a:\n  ask: A?\n  answers:\n    - label: B\n      ‸then: send\n    - C\n  several: yes"), "unknown-key"
        ),
        Case(
            "the step says where to go",
            "‸hello:\n  ask: Some details\n  form:\n    make:\n      ask: Make?\n      text: one line", "missing-then"),
    ]

    static let around = [
        Case(
            "both",
            form(
                make,
                "  intro:\n    title: Hello: you\n    text: A few questions: four.\n    button: Begin\n  summary: yes\n"
            )),
        Case("no button", form(make, "  ‸intro:\n    title: Hello\n"), "missing-key"),
        Case("another key", form(make, "  intro:\n    button: Begin\n    ‸note: Hello\n"), "unknown-key"),
        Case("neither yes nor no", form(make, "  summary: ‸perhaps\n"), "bad-yes-no"),
        Case("a summary of nothing", "hello:\n  say: Hi.\n  ‸summary: yes\n  then: end", "unknown-key"),
        Case("a picture", form(make, "  intro:\n    button: Begin\n    image: ‸nowhere.png\n"), "image-missing"),
        Case("a name in it", form(make, "  intro:\n    title: Hello {‸nmae}\n    button: Begin\n"), "unknown-name"),
        Case("optional", form(make, "  ‸optional: yes\n"), "unknown-key"),
        Case("it can be cancelled", form(make, "  if_cancelled: hello\n")),
    ]

    private static func said(_ text: String) -> String {
        form(
            "\(make)\na:\n  ask: A?\n  answers:\n    Yes: insurer\n    No: bells\n\(insurer)\nbells:\n  ask: Bells?\n  number: whole\nlast:\n  ask: More?\n  text: one line\n  optional: yes"
        )
        .replacing("then: end", with: "then: done\ndone:\n  say: \(text)\n  then: end")
    }

    static let names = [
        Case("its pages", said("{hello.make} {hello.a} {hello.bells, plural, one {one} other {#}}")),
        Case("a page that is skipped", said("{‸hello.insurer}"), "maybe-empty"),
        Case("a page that is optional", said("{‸hello.last}"), "maybe-empty"),
        Case("words instead", said("{hello.insurer, or nobody} {hello.last, or nothing}")),
        Case("no such page", said("{hello.‸mak}"), "unknown-field"),
        Case("its types", said("{hello.bells, ‸day}"), "unknown-format"),
        Case("not before it is answered", form("\(make)\nb:\n  ask: And {‸hello.make}?\n  text: name"), "maybe-empty"),
        Case(
            "a condition",
            said("Done.").replacing(
                "say: Done.\n  then: end", with: "when:\n    hello.a is ‸Perhaps: hello\n    otherwise: end"),
            "unknown-answer"),
    ]
}
