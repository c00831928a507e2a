/// Forms with every kind of page.
extension FallbackQuestion {
    private static let long = String(repeating: "long ", count: 30).trimmed

    static let forms: [FallbackQuestion] = [
        FallbackQuestion(
            "a form of one page", "form:\n  make:\n    ask: What make?\n    text: one line",
            .pages([("make", .words("Gazelle"))])),
        FallbackQuestion(
            "a form with every kind of page",
            """
            intro:
              title: Your bike
              text: A few questions.
              button: Begin
              image: https://shop.example/bike.png
            form:
              make:
                title: Make
                ask: What make?
                text:
                  kind: one line
                  label: Make
                  prefix: "#"
                  example: Gazelle
                  hint: It is on the frame
              story:
                ask: What happened?
                text:
                  kind: several lines
                  at_most: 300
              mail:
                ask: Your address?
                text: email
              bells:
                ask: How many bells?
                number: whole
              price:
                ask: What did it cost?
                money: EUR
              bought:
                ask: When did you buy it?
                date: past
              colour:
                ask: What colour?
                answers:
                  - label: Red
                    image: https://shop.example/red.png
                  - label: Blue
              size:
                ask: What size?
                answers: [Small, Medium, Large]
                as: wheel
                label: Size
                preset: Medium
              extras:
                ask: What else?
                answers: [Lock, Light, Bag]
                several: yes
                at_most: 2
              gears:
                ask: How many gears?
                answers: [3, 7, 1]
              nickname:
                ask: Does it have a name?
                text: one line
                optional: yes
            summary: yes
            """,
            .pages([
                ("make", .words("Gazelle")), ("story", .words(long)), ("mail", .words("ana@example.com")),
                ("bells", .words("2")), ("price", .words("350")), ("bought", .words("2025-05-01")),
                ("colour", .labels(["Blue"])), ("size", .labels(["Large"])), ("extras", .labels(["Lock", "Bag"])),
                ("gears", .labels(["1"])), ("nickname", .nothing),
            ])
        ).answered(.taps),
        FallbackQuestion(
            "a form of answers",
            """
            form:
              gears:
                ask: How many gears?
                answers: [3, 7, 1]
              extras:
                ask: What else?
                answers: [Lock, Light, Bag]
                several: yes
            summary: yes
            """, .pages([("gears", .labels(["1"])), ("extras", .labels(["Lock", "Bag"]))])),
        FallbackQuestion(
            "a form that is branched", branched, .pages([("insured", .labels(["No"])), ("bells", .words("2"))])),
        FallbackQuestion(
            "the other branch", branched,
            .pages([("insured", .labels(["Yes"])), ("insurer", .words("Allianz")), ("bells", .words("1"))])),
        FallbackQuestion(
            "a private form with a title", branched + "\nprivate: yes\nsummary: yes\nbubble:\n  title: Details",
            .pages([("insured", .labels(["No"])), ("bells", .words("2"))])),
        FallbackQuestion(
            "a form with answers out of a list",
            """
            form:
              colour:
                ask: What colour?
                answers:
                  - each: colour in colours
                    label: {colour}
                several: yes
            """, .pages([("colour", .labels(["Red", "Blue"]))])),
    ]

    private static let branched = """
        form:
          insured:
            ask: Is it insured?
            answers:
              Yes: insurer
              No: bells
          insurer:
            ask: With whom?
            text: one line
          bells:
            ask: How many bells?
            number: whole
        """
}
