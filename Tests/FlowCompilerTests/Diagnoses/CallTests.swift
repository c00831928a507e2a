import Testing

/// Diagnostics of calls and the actions that they name: section 5.
@Suite struct CallTests {
    @Test(arguments: calls)
    func `a call names an action, and gives it what it takes`(_ example: Case) { example.check() }

    @Test(arguments: values)
    func `an input gets a value of its type`(_ example: Case) { example.check() }

    @Test(arguments: answers)
    func `what a call brings is there after it has succeeded, and only then`(_ example: Case) { example.check() }

    @Test(arguments: declarations)
    func `actions are declared whole`(_ example: Case) { example.check() }

    @Test(arguments: places)
    func `every input goes somewhere`(_ example: Case) { example.check() }

    @Test(arguments: examples)
    func `examples give what the action gives`(_ example: Case) { example.check() }

    static let actions = """
        hosts: [api.example.com, 127.0.0.1:9000]
        records:
          item:
            name: text
            price: money, optional
        actions:
          ping:
            get: https://api.example.com/ping
            gives:
              code: text
              note: text, optional
            examples:
              ok:
                code: A1
          book:
            post: https://api.example.com/book
            takes:
              start: time
              guests: number, optional
              day: date, optional
              items: list of item, optional
              note: text, optional
              vip: yes/no, optional
            gives:
              items: list of item
            examples:
              ok:
                items: []

        """

    private static func calling(_ name: String, _ steps: String, _ codes: String...) -> Case {
        Case(name, files: ["broken.yaml": Case.flow(steps), "Config/actions.yaml": actions], codes)
    }

    private static func declared(_ name: String, _ text: String, _ codes: String...) -> Case {
        Case(name, files: ["broken.yaml": Case.good, "Config/actions.yaml": text], codes)
    }

    private static func action(_ name: String, _ lines: String, _ codes: String...) -> Case {
        let indented = lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return Case(
            name,
            files: [
                "broken.yaml": Case.good,
                "Config/actions.yaml": "hosts: [api.example.com]\nactions:\n  ping:\n\(indented)\n",
            ], codes)
    }

    static let calls = [
        calling("a good one", "hello:\n  call: ping\n  then: end"),
        calling("a slip", "hello:\n  call: ‸pimg\n  then: end", "unknown-action"),
        calling("nothing to wait for", "hello:\n  call: ping\n  meanwhile: A moment.\n  then: end"),
        calling("an input that is missing", "hello:\n  call: ‸book\n  then: end", "missing-input"),
        calling(
            "an input that is none", "hello:\n  call: ping\n  using:\n    ‸loud: yes\n  then: end", "unknown-input"),
        calling("no way on", "‸hello:\n  call: ping", "missing-then"),
        calling("no exit", "‸hello:\n  call: ping\n  then: end", "no-exit-failed")
            .with("bot.yaml", TestProject.bot.replacing("if_failed: people/person", with: "")),
        calling(
            "a circle", "‸hello:\n  call: ping\n  then: again\nagain:\n  say: Again.\n  then: hello",
            "loop-without-question"),
        calling(
            "a circle that is counted",
            "hello:\n  call: ping\n  then: end\n  if_failed:\n    retry_from: hello\n    tries: 3\n    then: people/person"
        ),
        calling(
            "tries without end",
            "hello:\n  call: ping\n  then: end\n  if_failed:\n    retry_from: hello\n    tries: ‸99\n    then: end",
            "out-of-range"),
        calling(
            "again from nowhere",
            "hello:\n  call: ping\n  then: end\n  if_failed:\n    retry_from: ‸helo\n    then: end", "unknown-step"),
        calling("a stray", "hello:\n  say: Hi.\n  ‸using: [hello]\n  then: end", "unknown-key"),
        calling("two things", "hello:\n  call: ping\n  ‸hand_over: team", "two-kinds-of-step"),
    ]

    static let values = [
        calling(
            "a time, a number, a day and a text as written",
            "hello:\n  call: book\n  using:\n    start: 2026-03-03 10:00\n    guests: 4\n    day: 2026-03-03\n    note: 5\n    vip: yes\n  then: end"
        ),
        calling(
            "a name that nobody has given", "hello:\n  call: book\n  using: [‸start]\n  then: end", "unknown-name"),
        calling(
            "a time where a day is wanted",
            "hello:\n  ask: When?\n  times: [2026-03-03 10:00]\n  then: book\nbook:\n  call: book\n  using:\n    start: {hello}\n    day: {hello}\n  then: end"
        ),
        calling(
            "words where a time is wanted", "hello:\n  call: book\n  using:\n    start: ‸tomorrow\n  then: end",
            "type-mismatch"),
        calling(
            "an answer where a number is wanted",
            "hello:\n  ask: Which?\n  answers: [Red, Blue]\n  as: list\n  then: book\nbook:\n  call: book\n  using:\n    start: 2026-03-03 10:00\n    guests: ‸{hello}\n  then: end",
            "type-mismatch"),
        calling(
            "answers that are numbers",
            "hello:\n  ask: How many?\n  answers: [1, 2]\n  as: list\n  then: book\nbook:\n  call: book\n  using:\n    start: 2026-03-03 10:00\n    guests: {hello}\n  then: end"
        ),
        calling(
            "something that may be empty",
            "hello:\n  say: Hi.\n  then: book\nbook:\n  call: book\n  using:\n    start: {now}\n    note: {‸customer.name}\n  then: end",
            "maybe-empty"),
        calling(
            "something that may stay empty",
            "hello:\n  call: book\n  using:\n    start: {now}\n    note: {customer.name, or nothing}\n  then: end"),
    ]

    static let answers = [
        calling("used", "hello:\n  call: ping\n  then: bye\nbye:\n  say: Code {hello.code}.\n  then: end"),
        calling(
            "a field that it does not give",
            "hello:\n  call: ping\n  then: bye\nbye:\n  say: Code {hello.‸cod}.\n  then: end", "unknown-field"),
        calling(
            "a field that may be empty",
            "hello:\n  call: ping\n  then: bye\nbye:\n  say: Code {‸hello.note}.\n  then: end", "maybe-empty"),
        calling(
            "after a failure",
            "hello:\n  call: ping\n  then: bye\n  if_failed: bye\nbye:\n  say: Code {‸hello.code}.\n  then: end",
            "maybe-empty"),
        calling(
            "why it failed",
            "hello:\n  call: ping\n  then: end\n  if_failed: bye\nbye:\n  say: It was {hello.problem}.\n  then: end"),
        calling(
            "why it failed, in the exit itself",
            "hello:\n  call: ping\n  then: end\n  if_failed:\n    say: It was {hello.problem}.\n    then: end"),
        calling(
            "why it failed, where it may not have",
            "hello:\n  call: ping\n  then: bye\n  if_failed: bye\nbye:\n  say: It was {‸hello.problem}.\n  then: end",
            "maybe-empty"),
        calling(
            "decided by the problem",
            "hello:\n  call: ping\n  then: end\n  if_failed: why\nwhy:\n  when:\n    hello.problem is timeout: people/person\n    otherwise: end"
        ),
    ]

    static let declarations = [
        declared("a key of nobody", actions + "‸host: a.example\n", "unknown-key"),
        declared(
            "no address", "actions:\n  ‸ping:\n    takes:\n      a: text\n    examples:\n      ok:\n", "missing-key"),
        action(
            "two addresses", "get: https://api.example.com/a\n‸post: https://api.example.com/a\nexamples:\n  ok:",
            "two-kinds-of-step"),
        action("half an address", "get: ‸api.example.com/a\nexamples:\n  ok:", "bad-address"),
        action("no encryption", "get: ‸http://api.example.com/a\nexamples:\n  ok:", "bad-address"),
        action("another host", "get: ‸https://elsewhere.example.com/a\nexamples:\n  ok:", "unknown-host"),
        action(
            "a key in the file",
            "get: https://api.example.com/a\nheaders:\n  Authorization: ‸Bearer 8f3k2j4h5g6f7d8s9a0q1w2e3r4t5y\nexamples:\n  ok:",
            "secret-in-file"),
        action(
            "a key from the environment",
            "get: https://api.example.com/a\nheaders:\n  Authorization: Bearer {secret.shop}\nexamples:\n  ok:"),
        action(
            "a name that is no input", "get: https://api.example.com/a\nquery:\n  q: {‸word}\nexamples:\n  ok:",
            "unknown-name"),
        declared(
            "no example", "hosts: [a.example]\nactions:\n  ‸ping:\n    get: https://a.example/a\n", "no-examples"),
        action(
            "a type of nobody", "get: https://api.example.com/a\ntakes:\n  a: ‸txt\nexamples:\n  ok:", "unknown-word"),
        action(
            "something behind a type", "get: https://api.example.com/a\ntakes:\n  a: ‸text, maybe\nexamples:\n  ok:",
            "unknown-word"),
        action(
            "patience without end", "get: https://api.example.com/a\ntimeout: ‸2 minutes\nexamples:\n  ok:",
            "out-of-range"),
        action("no status", "get: https://api.example.com/a\nproblems:\n  ‸999: odd\nexamples:\n  ok:", "out-of-range"),
        action(
            "a path of nothing",
            "get: https://api.example.com/a\ngives:\n  code: text\nfrom:\n  ‸cod: booking.code\nexamples:\n  ok:\n    code: A",
            "unknown-name"),
        action(
            "no path",
            "get: https://api.example.com/a\ngives:\n  code: text\nfrom:\n  code: ‸booking[x]\nexamples:\n  ok:\n    code: A",
            "wrong-shape"),
        declared(
            "a record in itself",
            "hosts: [api.example.com]\nrecords:\n  box:\n    inside: ‸box\nactions:\n  ping:\n    get: https://api.example.com/a\n    takes:\n      a: box\n    examples:\n      ok:\n",
            "unknown-word"),
    ]

    static let places = [
        action(
            "a body that leaves an input out",
            "post: https://api.example.com/a\nbody:\n  a: {a}\ntakes:\n  a: text\n  ‸b: text\nexamples:\n  ok:",
            "input-not-sent"),
        action(
            "a body, and the rest in the address and a header",
            "post: https://api.example.com/{b}\nheaders:\n  X-C: {c}\nbody:\n  a: {a}\ntakes:\n  a: text\n  b: text\n  c: text\nexamples:\n  ok:"
        ),
        action("no body", "put: https://api.example.com/a\ntakes:\n  a: text\n  b: file\nexamples:\n  ok:"),
        action("a query", "delete: https://api.example.com/a\ntakes:\n  a: list of date\nexamples:\n  ok:"),
        action(
            "a file in a query", "get: https://api.example.com/a\ntakes:\n  ‸a: file\nexamples:\n  ok:",
            "input-not-sent"),
        action(
            "a list of places in a query",
            "get: https://api.example.com/a\ntakes:\n  ‸a: list of place\nexamples:\n  ok:", "input-not-sent"),
        action(
            "a field of a place in a query",
            "get: https://api.example.com/a\nquery:\n  city: {a.city, or nothing}\ntakes:\n  a: place\nexamples:\n  ok:"
        ),
        action(
            "a type that is misspelt brings nothing else",
            "get: https://api.example.com/a\ntakes:\n  a: ‸txt\nexamples:\n  ok:", "unknown-word"),
        action("an action in Swift", "swift: act\ntakes:\n  a: file\nexamples:\n  ok:"),
    ]

    static let examples = [
        action(
            "a result that is missing", "get: https://api.example.com/a\ngives:\n  code: text\nexamples:\n  ‸ok:",
            "missing-key"),
        action(
            "a result that is none", "get: https://api.example.com/a\nexamples:\n  ok:\n    ‸code: A", "unknown-key"),
        action(
            "a result of another type",
            "get: https://api.example.com/a\ngives:\n  price: money\nexamples:\n  ok:\n    price: ‸cheap",
            "type-mismatch"),
        action(
            "a failure", "get: https://api.example.com/a\ngives:\n  code: text\nexamples:\n  gone:\n    problem: gone"),
        action(
            "all types",
            "get: https://api.example.com/a\ngives:\n  when: time\n  length: duration\n  day: date\n  many: number\n  open: yes/no\n  slots: list of time\nexamples:\n  ok:\n    when: 2026-03-03 10:00 for 1 hour\n    length: 10 minutes\n    day: 2026-03-03\n    many: 3\n    open: yes\n    slots: [2026-03-03 10:00, 2026-03-03 11:00 for 45 minutes]"
        ),
    ]
}
