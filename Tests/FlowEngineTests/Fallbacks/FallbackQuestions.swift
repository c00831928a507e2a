import MessageModel
import Testing

/// Questions of every kind, each with an answer.
struct FallbackQuestion: Sendable, CustomTestStringConvertible {
    var name: String
    /// The keys of the step below `ask`.
    var keys: String
    var wish: Wish
    /// The ways to answer it, for the test on all devices.
    var manners = Manner.allCases
    /// Whether it leaves by `if_unable` on this device.
    var isUnable: @Sendable (Device) -> Bool = { _ in false }

    init(_ name: String, _ keys: String, _ wish: Wish) {
        self.name = name
        self.keys = keys
        self.wish = wish
    }

    var testDescription: String { name }

    func unable(_ isUnable: @escaping @Sendable (Device) -> Bool) -> FallbackQuestion {
        var question = self
        question.isUnable = isUnable
        return question
    }

    /// Returns the same question answered in one way only, where others test nothing new.
    func answered(_ manner: Manner) -> FallbackQuestion {
        var question = self
        question.manners = [manner]
        return question
    }

    /// A flow that asks the question and continues with another one.
    var flow: String {
        """
        steps:
          first:
            set:
              colours: [Red, Green, Blue]
              none: []
              one: [Red]
            ask: Which?
        \(keys.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
            then: done
          done:
            ask: Anything else?
            text: one line
            then: end
          elsewhere:
            ask: How else?
            text: one line
            then: end
        """
    }

    static let all: [FallbackQuestion] = choices + times + forms + (typed + sent + services).map { $0.answered(.taps) }

    static let choices: [FallbackQuestion] = [
        FallbackQuestion("two answers", "answers: [Red, Blue]", .labels(["Blue"])),
        FallbackQuestion(
            "one answer", "answers:\n  - each: colour in one\n    label: {colour}", .labels(["Red"])),
        FallbackQuestion("five answers", "answers: [A, B, C, D, E]", .labels(["E"])),
        FallbackQuestion("six answers", "answers: [A, B, C, D, E, F]", .labels(["F"])),
        FallbackQuestion("buttons", "as: buttons\nanswers: [Red, Blue]", .labels(["Red"])),
        FallbackQuestion("a list", "as: list\nanswers: [Red, Blue]", .labels(["Blue"])),
        FallbackQuestion("cards", "as: cards\nanswers: [Red, Blue]", .labels(["Red"])),
        FallbackQuestion("numbers", "as: numbers\nanswers: [Red, Blue]", .labels(["Blue"])),
        FallbackQuestion("answers that are numbers", "answers: [2, 3, 4]", .labels(["3"])),
        FallbackQuestion(
            "numbers with answers that are numbers", "as: numbers\nanswers: [10, 3, 2, 1]", .labels(["1"])),
        FallbackQuestion("several", "answers: [A, B, C, D]\nseveral: yes", .labels(["B", "D"])),
        FallbackQuestion("several numbers", "answers: [2, 1, 4, 3]\nseveral: yes", .labels(["1", "3"])),
        FallbackQuestion(
            "at least and at most", "answers: [A, B, C, D]\nseveral: yes\nat_least: 2\nat_most: 3",
            .labels(["A", "B", "C"])),
        FallbackQuestion(
            "notes and pictures",
            """
            answers:
              - label: Red
                note: Like a rose
                image: https://shop.example/red.png
              - label: Blue
                image: https://shop.example/blue.png
            """, .labels(["Blue"])),
        FallbackQuestion(
            "sections",
            """
            answers:
              - section: Warm
                answers: [Red, Orange]
              - section: Cold
                answers: [Blue, Green]
            """, .labels(["Green"])),
        FallbackQuestion(
            "ids and ways of their own",
            """
            answers:
              - label: Red
                id: r
                then: done
              - label: Blue
                id: b
            """, .labels(["Red"])),
        FallbackQuestion(
            "answers out of a list",
            """
            answers:
              - each: colour in colours
                label: {colour}
              - Other
            """, .labels(["Blue"])),
        FallbackQuestion(
            "a bubble of its own",
            "answers: [A, B, C, D, E, F]\nbubble:\n  title: Colours\n  note: One of them\n  size: large",
            .labels(["C"])),
        FallbackQuestion("private", "answers: [Red, Blue]\nprivate: yes", .labels(["Red"])),
        FallbackQuestion(
            "nothing to offer",
            "answers:\n  - each: colour in none\n    label: {colour}\nif_unable: elsewhere", .labels(["Red"])
        ).unable { _ in true },
    ]

    private static let slots = (8...20).map { "  - 2026-03-0\(3 + $0 % 3) \($0 + 2):30" }.joined(separator: "\n")

    static let times: [FallbackQuestion] = [
        FallbackQuestion("one time", "times: 2026-03-03 10:00", .time(0)),
        FallbackQuestion("more times than a text has numbers", "times:\n\(slots)", .time(9)),
        FallbackQuestion(
            "times by a rule", "times:\n  every: 30 minutes\n  in: 9:00 to 12:00\n  lasting: 45 minutes", .time(3)),
        FallbackQuestion(
            "times with a place, a title and a picture",
            """
            times:
              - 2026-03-03 10:00 for 45 minutes
              - 2026-03-04 10:00 for 45 minutes
            where:
              name: Workshop
              latitude: 52.5
              longitude: 13.4
            title: Your visit
            image: https://shop.example/map.png
            bubble:
              title: Times
            """, .time(1)),
        FallbackQuestion("times by the customer's clock", "times: 2026-03-03 10:00\nzone: customer", .time(0)),
    ]

    static let typed: [FallbackQuestion] = [
        FallbackQuestion("text", "text: one line", .words("Hello there")),
        FallbackQuestion("several lines", "text: several lines", .words("One\ntwo")),
        FallbackQuestion("an email address", "text: email", .words("ana@example.com")),
        FallbackQuestion("a pattern", "text:\n  matches: \"[A-Z]{2}[0-9]+\"", .words("AB12")),
        FallbackQuestion("a whole number", "number: whole", .words("7")),
        FallbackQuestion("a decimal number", "number: decimal", .words("2.5")),
        FallbackQuestion("money", "money: EUR", .words("9.50")),
        FallbackQuestion("a date", "date: future", .words("2026-03-20")),
        FallbackQuestion("a skipped text", "text: name\noptional: yes", .nothing),
        FallbackQuestion("a skipped photo", "photo: one\noptional: yes", .nothing),
    ]

    static let sent: [FallbackQuestion] = [
        FallbackQuestion("a photo", "photo: one", .files(["a.jpg"])),
        FallbackQuestion("photos", "photo: up to 3", .files(["a.jpg", "b.jpg", "c.jpg"])),
        FallbackQuestion("a file", "file: pdf, docx", .files(["a.pdf"])),
        FallbackQuestion("a place", "place: any", .place),
        FallbackQuestion("an address", "place: address", .words("Main Street 5, 10115 Berlin")),
    ]

    static let services: [FallbackQuestion] = [
        FallbackQuestion("signing in", "sign_in: shop", .signIn),
        FallbackQuestion("signing in, with a title", "sign_in: shop\nbubble:\n  title: Your account", .signIn),
        FallbackQuestion("paying", "pay:\n  Pump: 24.90 EUR\n  Discount: -5.00 EUR", .pay),
        FallbackQuestion("an app with a page", "app: seats\ndata:\n  day: {today}", .app),
        FallbackQuestion("an app without one", "app: key\nif_unable: elsewhere", .app).unable { !$0.has(.app) },
    ]

    static let claims = """
        sign_in:
          shop:
            discovery: https://id.example.com
            client: shop
            scope: openid
            claims:
              name: text
        merchants:
          shop:
            identifier: merchant.example
            country: DE
            networks: [visa]
        apps:
          seats:
            bid: a:b:c
            app_id: 1
            name: Seats
            web: https://seats.example.com
            gives:
              seat: text
          key:
            bid: a:b:d
            app_id: 2
            name: Key
            gives:
              seat: text

        """
}
