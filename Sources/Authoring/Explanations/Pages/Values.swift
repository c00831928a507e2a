import Diagnostics

extension Explanation {
    /// Values of keys: section 7.7 of the flow language.
    static let values: [Explanation] = [
        Explanation(
            .emptyValue, rule: "a key has a value",
            meaning: "Nothing stands behind a key or in a list item. Write something, or leave the line out.",
            broken: "hello:\n  say: Good day.\n  then:",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why: "An empty line is mostly one that somebody wanted to come back to."),
        Explanation(
            .wrongShape, rule: "text where text is wanted, a block where a block is",
            meaning: "A key wants one value and has a list or a block, or the other way round.",
            broken: "hello:\n  ask: Bread or cake?\n  answers: Bread, Cake\n  then: end",
            repaired: "hello:\n  ask: Bread or cake?\n  answers: [Bread, Cake]\n  then: end",
            why: "Guessing what is meant works until a text has a comma of its own."),
        Explanation(
            .badDuration, rule: "a length of time is a number and a unit",
            meaning: """
                A length of time is written `10 minutes`, `1 hour` or `1 hour and 30 minutes`. The units are seconds, \
                minutes, hours, days and weeks.
                """,
            broken: """
                hello:
                  ask: Your name?
                  text: name
                  if_silent:
                    after: ten minutes
                    then: end
                  then: end
                """,
            repaired: """
                hello:
                  ask: Your name?
                  text: name
                  if_silent:
                    after: 10 minutes
                    then: end
                  then: end
                """,
            why: "With `10` alone or `10m` one reader thinks of minutes and the next of seconds or months."),
        Explanation(
            .badMoney, rule: "money is an amount and a currency",
            meaning:
                "An amount of money is written in words, with a comma, or with a sign instead of the currency's code.",
            broken: "hello:\n  ask: What may it cost?\n  money:\n    kind: EUR\n    at_least: ten euros\n  then: end",
            repaired: "hello:\n  ask: What may it cost?\n  money:\n    kind: EUR\n    at_least: 10.00 EUR\n  then: end",
            why: "Digits, a point and three letters are read alike in every country."),
        Explanation(
            .moneyDecimals, rule: "money has exactly the decimals of its currency",
            meaning: "An amount has more or fewer decimals than its currency: euros have two, yen have none.",
            broken: "hello:\n  set:\n    price: 10.5 EUR\n  say: That makes {price}.\n  then: end",
            repaired: "hello:\n  set:\n    price: 10.50 EUR\n  say: That makes {price}.\n  then: end",
            why: "A missing digit is a slip more often than a round price, and money is never rounded silently."),
        Explanation(
            .badDate, rule: "dates exist and are written `2026-12-01`",
            meaning: "This is no day of the calendar, or a date in another order of year, month and day.",
            broken: "hello:\n  ask: When do you come?\n  times:\n    - 2031-02-30 10:00\n  then: end",
            repaired: "hello:\n  ask: When do you come?\n  times:\n    - 2031-02-28 10:00\n  then: end",
            why:
                "`1.12.` and `12/1` mean different days in different countries; year, month, day is read alike everywhere."
        ),
        Explanation(
            .badNumber, rule: "a number is digits with at most one point",
            meaning: "A number is written in words, or with a comma. Some keys want a whole number.",
            broken: """
                hello:
                  ask: Which cakes?
                  answers: [Apple, Plum, Cheese]
                  several: yes
                  at_most: two
                  then: end
                """,
            repaired: """
                hello:
                  ask: Which cakes?
                  answers: [Apple, Plum, Cheese]
                  several: yes
                  at_most: 2
                  then: end
                """,
            why: "A comma separates thousands in one country and decimals in another."),
        Explanation(
            .badYesNo, rule: "`yes` or `no`",
            meaning: "The key knows only yes and no; `true` and `false` are read as well.",
            broken: "hello:\n  ask: Which?\n  answers: [Apple, Plum]\n  several: sometimes\n  then: end",
            repaired: "hello:\n  ask: Which?\n  answers: [Apple, Plum]\n  several: yes\n  then: end",
            why: "A word that is neither would have to be guessed."),
    ]
}
