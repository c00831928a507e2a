import Testing

/// Diagnostics of values that are set: arithmetic and lists, sections 4.5 and 4.6 of the flow language.
@Suite struct SetValueTests {
    @Test(arguments: sums)
    func `a value that is set can be reckoned, and keeps its type`(_ example: Case) { example.check() }

    @Test(arguments: lists)
    func `each goes through a list`(_ example: Case) { example.check() }

    private static let text = "hello:\n  ask: Name?\n  text: name\n  then: b\nb:\n  "

    static let sums = [
        Case("signs that follow each other", "hello:\n  set:\n    n: ‸2 + * 3\n  say: Hi.\n  then: end", "bad-sum"),
        Case("a bracket that is never closed", "hello:\n  set:\n    n: ‸(2 + 3\n  say: Hi.\n  then: end", "bad-sum"),
        Case("money and a number", "hello:\n  set:\n    n: 4.90 EUR + ‸2\n  say: Hi.\n  then: end", "type-mismatch"),
        Case("money by money", "hello:\n  set:\n    n: 4.90 EUR * ‸2.00 EUR\n  say: Hi.\n  then: end", "type-mismatch"),
        Case("a date and a number", "hello:\n  set:\n    n: {today} + ‸2\n  say: Hi.\n  then: end", "type-mismatch"),
        Case("a text in a sum", text + "set:\n    n: ‸{hello} * 2\n  say: Hi.\n  then: end", "type-mismatch"),
        Case(
            "words that are no number",
            "hello:\n  set:\n    n: 2\n  then: b\nb:\n  set:\n    m: ‸{n, or none} + 1\n  say: Hi.\n  then: end",
            "type-mismatch"),
        Case("an unknown name", "hello:\n  set:\n    n: {‸m} + 1\n  say: It is {n}.\n  then: end", "unknown-name"),
        Case(
            "an unknown name in a text", "hello:\n  set:\n    n: Number {‸m}\n  say: It is {n}.\n  then: end",
            "unknown-name"),
        Case(
            "an unknown name in a list", "hello:\n  set:\n    n: [a, \"{‸m}\"]\n  say: It is {n}.\n  then: end",
            "unknown-name"),
        Case(
            "a text where a number was",
            "hello:\n  set:\n    n: 2\n  then: b\nb:\n  set:\n    ‸n: two\n  say: It is {n}.\n  then: end",
            "set-changes-type"),
        Case(
            "a number where a text was",
            "hello:\n  set:\n    n: two\n  then: b\nb:\n  set:\n    ‸n: 2\n  say: It is {n}.\n  then: end",
            "set-changes-type"),
        Case(
            "emptied and set again",
            "hello:\n  set:\n    n: 2\n  then: b\nb:\n  set:\n    n: nothing\n  then: c\nc:\n  set:\n    n: 3\n  say: It is {n}.\n  then: end"
        ),
        Case(
            "a list of whatever comes first",
            "hello:\n  set:\n    l: []\n  then: b\nb:\n  ask: Which?\n  answers: [Red, Blue]\n  then: c\nc:\n  set:\n    l: {l} + {b}\n  say: \"{l}\"\n  then: end"
        ),
        Case(
            "sums",
            "hello:\n  set:\n    price: 4.90 EUR\n    count: 3\n    total: {price} * {count} + 4.90 EUR\n    half: {total} / 2\n    due: {today} + 3 days\n    later: {now} + 1 hour and 30 minutes\n    is_open: yes\n    name: Ana Maria\n    code: \"42\"\n    part: 5-3\n    both: {name} {code}\n  say: \"{total} {half} {due} {later} {is_open} {name} {code} {part} {both}\"\n  then: end"
        ),
    ]

    @Test(arguments: records)
    func `a record is set with its fields`(_ example: Case) { example.check() }

    @Test(arguments: moments)
    func `a time is reckoned from another one`(_ example: Case) { example.check() }

    static let records = [
        Case(
            "fields of several types",
            "hello:\n  set:\n    pet:\n      name: Rex\n      age: 2 + 1\n      tags: [a, b]\n      big: yes\n  say: \"{pet.name} {pet.age} {pet.tags} {pet.big}\"\n  then: end"
        ),
        Case(
            "a record in a record",
            "hello:\n  set:\n    pet:\n      owner:\n        name: Ana\n  say: \"{pet.owner.name}\"\n  then: end"),
        Case(
            "a field that it has not",
            "hello:\n  set:\n    pet:\n      name: Rex\n  say: \"{pet.‸nam}\"\n  then: end", "unknown-field"),
        Case(
            "a name that does not exist",
            "hello:\n  set:\n    pet:\n      name: {‸nam}\n  say: \"{pet.name}\"\n  then: end", "unknown-name"),
        Case(
            "a sum that cannot be reckoned",
            "hello:\n  set:\n    pet:\n      age: 2 + ‸2.00 EUR\n  say: \"{pet.age}\"\n  then: end", "type-mismatch"),
        Case(
            "a name that may be empty",
            "hello:\n  ask: Name?\n  text: name\n  optional: yes\n  then: b\nb:\n  set:\n    pet:\n      name: \"It is {‸hello}\"\n  say: \"{pet.name}\"\n  then: end",
            "maybe-empty"),
        Case(
            "a field that may be empty",
            "hello:\n  ask: Name?\n  text: name\n  optional: yes\n  then: b\nb:\n  set:\n    pet:\n      name: {hello, or nothing}\n  say: \"{‸pet.name}\"\n  then: end",
            "maybe-empty"),
    ]

    static let moments = [
        Case(
            "after and before",
            "hello:\n  ask: How many?\n  number: whole\n  then: b\nb:\n  set:\n    due: {hello} days after {today}\n    first: 1 week before {due}\n    late: {hello} hours and 30 minutes later\n  say: \"{due, date} {first, iso} {late}\"\n  then: end"
        ),
        Case(
            "after a text",
            text + "set:\n    n: 2 days after ‸{hello}\n  say: Hi.\n  then: end", "type-mismatch"),
        Case(
            "a text with the same words",
            "hello:\n  set:\n    n: the day after {today, date}\n    m: 3 days before\n    l: 5 days\n  say: \"{n} {m} {l}\"\n  then: end"
        ),
        Case(
            "a number of days in a text",
            "hello:\n  ask: How many?\n  number: whole\n  then: b\nb:\n  set:\n    n: {hello} days\n    m: {hello} - {hello} minutes\n  say: \"{n, upper} {m, upper}\"\n  then: end"
        ),
    ]

    static let lists = [
        Case("no list", "hello:\n  say:\n    - each: ‸all orders\n      line: x\n  then: end", "bad-each"),
        Case("another word", "hello:\n  say:\n    - each: ‸item of l\n      line: x\n  then: end", "bad-each"),
        Case(
            "in answers", "hello:\n  ask: Which?\n  answers:\n    - each: ‸l\n      label: x\n  then: end", "bad-each"),
        Case(
            "an unknown list", "hello:\n  say:\n    - each: item in ‸l\n      line: \"{item}\"\n  then: end",
            "unknown-name"),
        Case("a text", text + "say:\n    - each: item in ‸hello\n      line: \"{item}\"\n  then: end", "type-mismatch"),
        Case(
            "another name inside",
            "hello:\n  set:\n    l: [a, b]\n  say:\n    - each: item in l\n      line: \"{‸itme}\"\n  then: end",
            "unknown-name"),
        Case(
            "the name of the item outside",
            "hello:\n  set:\n    l: [a, b]\n  say:\n    - each: item in l\n      line: \"{item}\"\n    - That was {‸item}.\n  then: end",
            "unknown-name"),
        Case(
            "lines and answers",
            "hello:\n  set:\n    l: [a, b]\n  say:\n    - Here they are.\n    - each: item in l\n      line: \"{item}\"\n      if_empty: None.\n  ask: Which?\n  answers:\n    - each: one in l\n      label: \"{one}\"\n    - None of them\n  then: c\nc:\n  say: You took {hello}.\n  then: end"
        ),
    ]
}
