import Testing

/// Diagnostics of names in texts, values that are set and conditions: section 4.
@Suite struct NameTests {
    @Test(arguments: names)
    func `a name in braces exists, and its field too`(_ example: Case) { example.check() }

    @Test(arguments: braces)
    func `braces come in pairs, and formats fit`(_ example: Case) { example.check() }

    @Test(arguments: filled)
    func `what is said is there on every way`(_ example: Case) { example.check() }

    @Test(arguments: conditions)
    func `a condition compares what can be compared`(_ example: Case) { example.check() }

    private static let choice = "hello:\n  ask: Which colour?\n  answers: [Red, Blue, 3]\n  then: b\nb:\n  "
    private static let text = "hello:\n  ask: Name?\n  text: name\n  then: b\nb:\n  "
    private static let time = "hello:\n  ask: When?\n  times: 2031-05-01 10:00\n  then: b\nb:\n  "

    @Test(arguments: [
        Case("a built-in name", "hello:\n  say: This is ‸{{bot.business}}.\n  then: end", "name-not-inserted"),
        Case("a word in brackets", "hello:\n  say: This is [bot].\n  then: end"),
        Case(
            "a minus without spaces",
            "hello:\n  ask: How many?\n  number: whole\n  then: rest\nrest:\n  set:\n    less: ‸{hello}-1\n  say: Then {less}.\n  then: end",
            "sum-in-text"),
        Case(
            "a hyphen in a text",
            "hello:\n  ask: Which?\n  text: one line\n  then: rest\nrest:\n  set:\n    less: {hello}-1\n  say: Then {less}.\n  then: end"
        ),
    ])
    func `what is written like a name or a calculation, and is none, is named`(_ example: Case) { example.check() }

    static let names = [
        Case("nothing called so", "hello:\n  say: Hi {‸nmae}.\n  then: end", "unknown-name"),
        Case("a slip", text + "say: Hi {‸helo}.\n  then: end", "unknown-name"),
        Case("another case", text + "say: Hi {‸Hello}.\n  then: end", "unknown-name"),
        Case(
            "a step that holds nothing", "hello:\n  say: Hi.\n  then: b\nb:\n  say: Bye {‸hello}.\n  then: end",
            "unknown-name"),
        Case("twice", "hello:\n  say: Hi {‸a} and {‸b}.\n  then: end", "unknown-name", "unknown-name"),
        Case("in a question", "hello:\n  ask: Hi {‸a}?\n  text: name\n  then: end", "unknown-name"),
        Case("in a label", "hello:\n  ask: Which?\n  answers: [\"{‸a}\", Cake]\n  then: end", "unknown-name"),
        Case(
            "in a note of an answer",
            "hello:\n  ask: Which?\n  as: list\n  answers:\n    - label: Bread\n      note: For {‸a}\n    - Cake\n  then: end",
            "unknown-name"),
        Case("in a note for people", "hello:\n  hand_over: team\n  note: From {‸a}", "unknown-name"),
        Case(
            "in an exit",
            "hello:\n  ask: Name?\n  text: name\n  if_other:\n    say: What, {‸a}?\n    then: end\n  then: end",
            "unknown-name"),
        Case(
            "in an exit of the flow",
            flow:
                "flow: broken\nstart: hello\nif_failed:\n  say: Sorry, {‸a}.\n  then: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-name"),
        Case(
            "in the bot", bot: TestProject.bot.replacing("Are you still there?", with: "Are you there, {‸hello}?"),
            "unknown-name"),
        Case("in the notice of the bot", bot: TestProject.bot + "notice: I am {‸bott.name}.\n", "unknown-name"),
        Case(
            "in the bubble",
            "hello:\n  ask: Which?\n  bubble:\n    title: Hi {‸a}\n  as: list\n  answers: [Bread, Cake]\n  then: end",
            "unknown-name"),
        Case(
            "in a place", "hello:\n  ask: When?\n  times: 2031-05-01 10:00\n  where: At {‸a}\n  then: end",
            "unknown-name"),
        Case("the list of times", "hello:\n  ask: When?\n  times: {‸slots.times}\n  then: end", "unknown-name"),
        Case(
            "times that are taken",
            "hello:\n  ask: When?\n  times:\n    every: 2 hours\n    in: opening hours\n    except: {‸taken}\n  then: end",
            "unknown-name"),
        Case("in a plural", "hello:\n  say: Take {‸n, plural, one {one} other {#}}.\n  then: end", "unknown-name"),
        Case(
            "inside a plural",
            "hello:\n  set:\n    n: 2\n  say: Take {n, plural, one {one, {‸a}} other {#}}.\n  then: end", "unknown-name"
        ),
        Case("an unknown field of an answer", choice + "say: You took {hello.‸colour}.\n  then: end", "unknown-field"),
        Case("a field of a text", text + "say: Hi {hello.‸first}.\n  then: end", "unknown-field"),
        Case(
            "an unknown field of a time",
            time + "say: From {visit.start} {hello.‸begin}.\n  then: end".replacing("{visit.start} ", with: ""),
            "unknown-field"),
        Case("an unknown field of the customer", "hello:\n  say: Hi {customer.‸nick}.\n  then: end", "unknown-field"),
        Case("an unknown field behind a field", time + "say: From {hello.start.‸hour}.\n  then: end", "unknown-field"),
        Case(
            "fields",
            choice
                + "say: \"{hello.id} {hello.label} {hello.note, or no note}\"\n  then: c\nc:\n  ask: When?\n  times: 2031-05-01 10:00\n  then: d\nd:\n  say: From {c.start, time} to {c.end, time}, that is {c.duration}.\n  then: end"
        ),
        Case(
            "built-in names",
            "hello:\n  say: \"{customer.id} {bot.name} {bot.business} {bot.open} {hours.opening-hours.open} {people.desk.open} {now} {today} {language} {said} {device.buttons} {device.sign_in} {device.channel} {entry.intent, or none}\"\n  then: end"
        ),
        Case(
            "a name is set further down",
            "hello:\n  ask: Which?\n  answers:\n    Once: b\n    Enough: end\nb:\n  set:\n    n: 1\n  then: c\nc:\n  say: It is {n}.\n  then: hello"
        ),
        Case(
            "what cannot be read answers everything",
            "hello:\n  ask: Which?\n  answers: ‸[Red, Blue\n  then: b\nb:\n  say: You took {hello.id}.\n  then: end",
            "unclosed-list"),
    ]

    static let braces = [
        Case("never closed", "hello:\n  say: Hi ‸{customer.id.\n  then: end", "unclosed-brace"),
        Case("never opened", "hello:\n  say: Hi customer.id‸}.\n  then: end", "unclosed-brace"),
        Case(
            "in a label", "hello:\n  ask: Which?\n  answers:\n    - ‸{bread\n    - Cake\n  then: end", "unclosed-brace"),
        Case("in a set text", "hello:\n  set:\n    a: Hi ‸{customer.id\n  say: \"{a}\"\n  then: end", "unclosed-brace"),
        Case("in a condition", text + "when:\n    hello is ‸{customer.id: end\n    otherwise: end", "unclosed-brace"),
        Case("braces themselves", "hello:\n  say: \"{{ and }} and {{{customer.id}}}\"\n  then: end"),
        Case("a format that a time does not have", time + "say: At {hello, ‸weekday}.\n  then: end", "unknown-format"),
        Case("a format that a text does not have", text + "say: Hi {hello, ‸date}.\n  then: end", "unknown-format"),
        Case("a format of nothing", "hello:\n  say: It is {today, ‸}.\n  then: end", "unknown-format"),
        Case("a format that is too much", time + "say: At {hello, ‸date, time}.\n  then: end", "unknown-format"),
        Case("decimals of a date", "hello:\n  say: It is {today, ‸2 decimals}.\n  then: end", "unknown-format"),
        Case(
            "formats",
            time
                + "say: \"{hello, date} {hello, short date} {hello, day} {hello, time} {hello, iso} {hello, date and time} {today, day}\"\n  then: end"
        ),
        Case("a format of a name that is unknown", "hello:\n  say: Hi {‸a, weekday}.\n  then: end", "unknown-name"),
        Case(
            "a plural without other", "hello:\n  set:\n    n: 2\n  say: Take ‸{n, plural, one {one}}.\n  then: end",
            "missing-other-form"),
        Case(
            "a select without other", "hello:\n  say: Hi ‸{language, select, de {Hallo}}.\n  then: end",
            "missing-other-form"),
        Case(
            "a plural without forms", "hello:\n  set:\n    n: 2\n  say: Take ‸{n, plural}.\n  then: end",
            "missing-other-form"),
        Case(
            "a form without braces", "hello:\n  set:\n    n: 2\n  say: Take {n, plural, ‸one bike}.\n  then: end",
            "missing-other-form"),
        Case(
            "a plural of a text", text + "say: Take {‸hello, plural, one {one} other {#}}.\n  then: end",
            "type-mismatch"),
        Case("a select of a time", time + "say: Take {‸hello, select, a {x} other {y}}.\n  then: end", "type-mismatch"),
        Case(
            "plurals",
            "hello:\n  set:\n    n: 2\n    l: [a, b]\n  say: Take {n, plural, =0 {none} one {# bike} other {# bikes}} of {l, plural, one {one} other {#}}.\n  then: end"
        ),
        Case("a record cannot be said", "hello:\n  say: Hi {‸customer}.\n  then: end", "type-mismatch"),
    ]

    static let filled = [
        Case(
            "an answer that one way passes by",
            "hello:\n  ask: A present?\n  answers:\n    Yes: card\n    No: thanks\ncard:\n  ask: What shall it say?\n  text: one line\n  then: thanks\nthanks:\n  say: Noted: {‸card}\n  then: end",
            "maybe-empty"),
        Case(
            "the same with words for it",
            "hello:\n  ask: A present?\n  answers:\n    Yes: card\n    No: thanks\ncard:\n  ask: What shall it say?\n  text: one line\n  then: thanks\nthanks:\n  say: Noted: {card, or nothing to write}\n  then: end"
        ),
        Case(
            "a condition asks first",
            "hello:\n  ask: A present?\n  answers:\n    Yes: card\n    No: check\ncard:\n  ask: What shall it say?\n  text: one line\n  then: check\ncheck:\n  when:\n    card is empty: end\n    otherwise: thanks\nthanks:\n  say: Noted: {card}\n  then: end"
        ),
        Case(
            "a condition asks for something there",
            "hello:\n  ask: A present?\n  answers:\n    Yes: card\n    No: check\ncard:\n  ask: What shall it say?\n  text: one line\n  then: check\ncheck:\n  when:\n    card is not empty: thanks\n    otherwise: end\nthanks:\n  say: Noted: {card}\n  then: end"
        ),
        Case(
            "a condition asks, on the other line",
            "hello:\n  ask: A present?\n  answers:\n    Yes: card\n    No: check\ncard:\n  ask: What shall it say?\n  text: one line\n  then: check\ncheck:\n  when:\n    card is not empty: end\n    otherwise: thanks\nthanks:\n  say: Noted: {‸card}\n  then: end",
            "maybe-empty"),
        Case(
            "the own answer in its question", "hello:\n  ask: Name, {‸hello}?\n  text: name\n  then: end", "maybe-empty"
        ),
        Case(
            "the own answer in an exit",
            "hello:\n  ask: Name?\n  text: name\n  if_other:\n    say: Not {‸hello}?\n    then: end\n  then: end",
            "maybe-empty"),
        Case(
            "by silence",
            "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    after: 5 minutes\n    then: b\n  then: b\nb:\n  say: Bye {‸hello}.\n  then: end",
            "maybe-empty"),
        Case(
            "by an unexpected reply",
            "hello:\n  ask: Name?\n  text: name\n  if_other: b\n  then: b\nb:\n  say: Bye {‸hello}.\n  then: end",
            "maybe-empty"),
        Case(
            "what is typed is taken",
            "hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  if_other: accept\n  then: b\nb:\n  say: Bye {hello}.\n  then: end"
        ),
        Case(
            "by a word",
            flow: Case.flow(text + "say: Bye {‸hello}.\n  then: end").replacing(
                "steps:\n", with: "anywhere:\n  bye: b\nsteps:\n"), "maybe-empty"),
        Case(
            "by an inherited exit",
            flow: Case.flow(text + "say: Bye {‸hello}.\n  then: end").replacing(
                "steps:\n", with: "if_silent:\n  after: 5 minutes\n  then: b\nsteps:\n"), "maybe-empty"),
        Case(
            "in an inherited exit",
            flow: Case.flow(text + "say: Bye {hello}.\n  then: end").replacing(
                "steps:\n", with: "if_other:\n  say: Sorry, {‸hello}.\n  then: hello\nsteps:\n"), "maybe-empty"),
        Case(
            "from another flow",
            files: [
                "broken.yaml": Case.flow(text + "say: Bye {‸hello}.\n  then: end"),
                "other.yaml": "flow: other\nstart: a\nsteps:\n  a:\n    say: Hi.\n    then: broken/b\n",
            ], "maybe-empty"),
        Case(
            "set on one way",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\na:\n  set:\n    n: 1\n  then: b\nb:\n  say: It is {‸n}.\n  then: end",
            "maybe-empty"),
        Case(
            "set on both ways",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: c\na:\n  set:\n    n: 1\n  then: b\nc:\n  set:\n    n: 2\n  then: b\nb:\n  say: It is {n}.\n  then: end"
        ),
        Case("set before it is said", "hello:\n  set:\n    n: 1\n  say: It is {n}.\n  then: end"),
        Case("set after it is said", "hello:\n  say: It is {‸n}.\n  set:\n    n: 1\n  then: end", "maybe-empty"),
        Case(
            "emptied",
            "hello:\n  set:\n    n: 1\n  then: a\na:\n  set:\n    n: nothing\n  say: It is {‸n}.\n  then: end",
            "maybe-empty"),
        Case(
            "reckoned from something empty",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\na:\n  set:\n    n: 1\n  then: b\nb:\n  set:\n    m: {n} + 1\n  say: It is {‸m}.\n  then: end",
            "maybe-empty"),
        Case(
            "reckoned with words for what is empty",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\na:\n  set:\n    n: 1\n  then: b\nb:\n  set:\n    m: {n, or 0} + 1\n  say: It is {m}.\n  then: end"
        ),
        Case(
            "a text that is set needs its names",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\na:\n  set:\n    n: 1\n  then: b\nb:\n  set:\n    m: Number {‸n}\n  say: \"{m}\"\n  then: end",
            "maybe-empty"),
        Case("a field that may be empty", "hello:\n  say: Hi {‸customer.first_name}.\n  then: end", "maybe-empty"),
        Case(
            "a field that may be empty, with words for it",
            "hello:\n  say: Hi {customer.first_name, or there}.\n  then: end"),
        Case(
            "a field that a condition asked for",
            "hello:\n  when:\n    customer.name is empty: end\n    otherwise: b\nb:\n  say: Hi {customer.name}.\n  then: end"
        ),
        Case(
            "a note that some answers have",
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      note: dark\n    - Cake\n  then: b\nb:\n  say: Good, {‸hello.note}.\n  then: end",
            "maybe-empty"),
        Case(
            "a plural counts nothing as none",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\na:\n  set:\n    n: 1\n  then: b\nb:\n  say: \"{n, plural, =0 {None} other {#}}\"\n  then: end"
        ),
        Case(
            "a misspelt name is not empty",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\na:\n  ask: Name?\n  text: name\n  then: b\nb:\n  say: Hi {‸aa}.\n  then: end",
            "unknown-name"),
        Case(
            "a loop that answers it first",
            "hello:\n  ask: Name?\n  text: name\n  then: again\nagain:\n  ask: Hi {hello}, once more?\n  answers:\n    Yes: hello\n    No: end"
        ),
        Case(
            "a step that could not be read fills everything",
            "hello:\n  ask: Which?\n  ‸anwsers:\n    Bread: b\n    Cake: c\nb:\n  ask: Name?\n  text: name\n  then: c\nc:\n  say: Bye {b}.\n  then: end",
            "unknown-key"),
        Case(
            "told once for all places",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\na:\n  ask: Name?\n  text: name\n  then: b\nb:\n  say: Hi {‸a}.\n  then: c\nc:\n  say: Bye {a}.\n  then: end",
            "maybe-empty"),
        Case(
            "a list of times",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\na:\n  set:\n    l: []\n  then: b\nb:\n  ask: When?\n  times: {‸l}\n  then: end",
            "maybe-empty"),
    ]

    static let conditions = [
        Case(
            "an answer that is not offered", choice + "when:\n    hello is ‸Rde: end\n    otherwise: end",
            "unknown-answer"),
        Case(
            "one of several that is not offered",
            choice + "when:\n    hello is one of Red, ‸Green: end\n    otherwise: end", "unknown-answer"),
        Case(
            "an answer in another case",
            choice + "when:\n    hello is red: end\n    hello is not BLUE: end\n    otherwise: end"),
        Case(
            "an answer by its id",
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      id: b-1\n    - Cake\n  then: b\nb:\n  when:\n    hello is b-1: end\n    hello.id is b-1: end\n    otherwise: end"
        ),
        Case(
            "a text and an order", text + "when:\n    hello ‸is more than 3: end\n    otherwise: end", "type-mismatch"),
        Case(
            "a number and a text",
            "hello:\n  set:\n    n: 2\n  then: b\nb:\n  when:\n    n is more than ‸twelve: end\n    otherwise: end",
            "type-mismatch"),
        Case(
            "a number and a date",
            "hello:\n  set:\n    n: 2\n  then: b\nb:\n  when:\n    n ‸is before 2031-05-01: end\n    otherwise: end",
            "type-mismatch"),
        Case(
            "a date and words", "hello:\n  when:\n    today is after ‸next week: end\n    otherwise: end",
            "type-mismatch"),
        Case("yes or no and words", "hello:\n  when:\n    bot.open is ‸open: end\n    otherwise: end", "type-mismatch"),
        Case(
            "two names of two types",
            "hello:\n  set:\n    n: 2\n  then: b\nb:\n  when:\n    today is {‸n}: end\n    otherwise: end",
            "type-mismatch"),
        Case(
            "part of a number",
            "hello:\n  set:\n    n: 2\n  then: b\nb:\n  when:\n    n ‸contains 2: end\n    otherwise: end",
            "type-mismatch"),
        Case(
            "the beginning of a date", "hello:\n  when:\n    today ‸starts with 2031: end\n    otherwise: end",
            "type-mismatch"),
        Case(
            "a pattern of a yes", "hello:\n  when:\n    bot.open ‸matches y.*: end\n    otherwise: end", "type-mismatch"
        ),
        Case("an unknown name", "hello:\n  when:\n    ‸helo is Red: end\n    otherwise: end", "unknown-name"),
        Case(
            "an unknown name on the right", text + "when:\n    hello is {‸nmae}: end\n    otherwise: end",
            "unknown-name"),
        Case("an unknown field", choice + "when:\n    hello.‸colour is Red: end\n    otherwise: end", "unknown-field"),
        Case(
            "and with or",
            choice + "when:\n    hello is Red and today is empty ‸or now is empty: end\n    otherwise: end",
            "mixed-and-or"),
        Case(
            "or with and",
            choice + "when:\n    hello is Red or hello is Blue ‸and now is empty: end\n    otherwise: end",
            "mixed-and-or"),
        Case(
            "with brackets",
            choice + "when:\n    (hello is Red or hello is Blue) and not (now is empty): end\n    otherwise: end"),
        Case("another word", choice + "when:\n    hello ‸equals Red: end\n    otherwise: end", "bad-condition"),
        Case("a doubled sign", choice + "when:\n    hello ‸== Red: end\n    otherwise: end", "bad-condition"),
        Case(
            "a name in braces on the left", choice + "when:\n    ‸{hello} is Red: end\n    otherwise: end",
            "bad-condition"),
        Case("nothing to compare with", choice + "when:\n    hello ‸is: end\n    otherwise: end", "bad-condition"),
        Case("no comparison", choice + "when:\n    ‸hello: end\n    otherwise: end", "bad-condition"),
        Case(
            "a bracket that is never closed", choice + "when:\n    ‸(hello is Red: end\n    otherwise: end",
            "bad-condition"),
        Case("a comma in a text", text + "when:\n    hello is Ana‸, Bea: end\n    otherwise: end", "bad-condition"),
        Case(
            "a quote that is never closed", text + "when:\n    hello is ‸\"Ana: end\n    otherwise: end",
            "unclosed-quote"),
        Case("a bad pattern", text + "when:\n    hello matches ‸a**: end\n    otherwise: end", "bad-pattern"),
        Case(
            "two mistakes in two lines",
            choice + "when:\n    hello ‸equals Red: end\n    hello is ‸Grn: end\n    otherwise: end", "bad-condition",
            "unknown-answer"),
        Case(
            "answers that are numbers compare as numbers",
            "hello:\n  ask: How many?\n  answers: [1, 2, 3]\n  then: b\nb:\n  when:\n    hello is more than 1: end\n    hello is 2: end\n    otherwise: end"
        ),
        Case(
            "answers that are not all numbers", choice + "when:\n    hello ‸is more than 2: end\n    otherwise: end",
            "type-mismatch"),
        Case(
            "several answers",
            "hello:\n  ask: Which?\n  several: yes\n  answers: [Red, Blue]\n  then: b\nb:\n  when:\n    hello contains Red: end\n    hello.count is more than 1: end\n    otherwise: end"
        ),
        Case(
            "several answers, one not offered",
            "hello:\n  ask: Which?\n  several: yes\n  answers: [Red, Blue]\n  then: b\nb:\n  when:\n    hello contains ‸Green: end\n    otherwise: end",
            "unknown-answer"),
        Case(
            "a list is not one thing",
            "hello:\n  ask: Which?\n  several: yes\n  answers: [Red, Blue]\n  then: b\nb:\n  when:\n    hello is ‸Red: end\n    otherwise: end",
            "type-mismatch"),
        Case(
            "every word",
            text
                + "when:\n    hello is Ana: end\n    hello = Bea: end\n    hello is not Cleo: end\n    hello != Dora: end\n    hello is one of Ana, Bea: end\n    hello is not one of Ana, \"Bea, or so\": end\n    hello contains na: end\n    hello starts with A: end\n    hello matches [A-Z].*: end\n    hello is empty: end\n    hello is not empty: end\n    otherwise: end"
        ),
        Case(
            "every order",
            "hello:\n  set:\n    n: 2\n  then: b\nb:\n  when:\n    n is more than 1: end\n    n is less than 1: end\n    n is at least 1: end\n    n is at most 1: end\n    n > 2: end\n    n < 2: end\n    n >= 2: end\n    n <= 2: end\n    today is before 2031-01-01: end\n    now is after 2031-01-01 10:00: end\n    otherwise: end"
        ),
    ]
}
