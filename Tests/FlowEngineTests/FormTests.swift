import FlowEngine
import Testing

/// Forms on devices that support them (flow language, 3.5).
@Suite struct FormTests {
    static let flow = """
        steps:
          first:
            ask: Some details
            form:
              make:
                ask: What make is it?
                text: one line
              insured:
                ask: Is it insured?
                answers:
                  Yes: insurer
                  No: bells
              insurer:
                ask: With whom?
                text: one line
              bells:
                title: Bells
                ask: How many bells?
                number:
                  at_most: 5
              extras:
                ask: What else?
                answers: [Lock, Light, Bag]
                several: yes
                at_most: 2
                optional: yes
            summary: yes
            if_other:
              say: Please look again.
              tries: 2
              then: lost
            then: done
          done:
            say: "{first.make}, {first.insurer, or nobody}, {first.bells}, {first.extras, or none}"
            then: end
          lost:
            say: Lost.
            then: end
        """

    private static func script(_ lines: String) -> String {
        """
        device: QUICK,LIST,TIME,FORM
        you: hello
        form: Some details | make, insured, insurer, bells, extras
        \(lines)
        """
    }

    @Test(arguments: [
        (
            "make = Gazelle; insured = Yes; insurer = Allianz; bells = 2; extras = Lock,Bag",
            "Gazelle, Allianz, 2, Lock and Bag"
        ),
        ("make = Gazelle; insured = No; bells = 2", "Gazelle, nobody, 2, none"),
        ("make = Gazelle; insured = No; insurer = Old; bells = 2; extras =", "Gazelle, nobody, 2, none"),
    ])
    func `the answer is what was filled in on the way through the pages`(filled: String, said: String) throws {
        try play(Self.flow, script: Self.script("fill: \(filled)\nbot: \(said)\n(ended)"))
    }

    @Test func `a page that cannot be taken is asked again alone`() throws {
        try play(
            Self.flow,
            script: Self.script(
                """
                fill: make = Gazelle; insured = No; bells = 9; extras = Lock,Light,Bag
                bot: Please look again.
                bot: We cannot use this answer: 9 / We cannot use this answer: Lock, Light, Bag
                bot: Bells
                bot: How many bells?
                you: 7
                bot: Please look again.
                bot: How many bells?
                you: 3
                list: What else? | Lock, Light, Bag
                bot: To leave this out, write: skip
                tap: Light
                bot: Gazelle, nobody, 3, Light
                (ended)
                """))
    }

    @Test func `a page that is missing, and one behind another answer, are asked`() throws {
        try play(
            Self.flow,
            script: Self.script(
                """
                fill: make = Gazelle; bells = 1
                bot: Please look again.
                bot: Is it insured?
                buttons: Yes, No
                tap: Yes
                bot: With whom?
                you: Allianz
                bot: Gazelle, Allianz, 1, none
                (ended)
                """))
    }

    @Test func `a reply with nothing in it fits nothing`() throws {
        try play(
            Self.flow,
            script: Self.script(
                """
                fill: extras =
                bot: Please look again.
                form: Some details | make, insured, insurer, bells, extras
                """))
    }

    @Test func `words are no answer to a form, but work anywhere`() throws {
        try play(
            Self.flow,
            script: Self.script(
                """
                you: Gazelle
                bot: Please look again.
                form: Some details | make, insured, insurer, bells, extras
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """))
    }

    @Test func `putting a form away leads where if_other does`() throws {
        try play(Self.flow, script: Self.script("fill: cancelled\nbot: Lost.\n(ended)"))
    }

    @Test func `putting a form away leads where if_cancelled does`() throws {
        let flow = Self.flow.replacing(
            "    if_other:", with: "    if_cancelled:\n      say: Another time, then.\n      then: end\n    if_other:")
        try play(flow, script: Self.script("fill: cancelled\nbot: Another time, then.\n(ended)"))
    }

    @Test func `the same reply again changes nothing, another one is to an old bubble`() throws {
        let flow = Self.flow.replacing(
            "    then: end\n  lost", with: "    ask: Good?\n    text: name\n    then: end\n  lost")
        try play(
            flow,
            script: Self.script(
                """
                fill: make = Gazelle; insured = No; bells = 2
                bot: Gazelle, nobody, 2, none
                bot: Good?
                fill: make = Gazelle; insured = No; bells = 2
                (ignored: the same tap again)
                fill: make = Gazelle; insured = No; bells = 3
                bot: That question is no longer open.
                bot: Good?
                """))
    }

    @Test(arguments: [
        ("2026-12-01", "2026-12-01"), ("2026-11-30T23:00:00Z | 12/01/2026", "2026-12-01"),
        ("2026-11-30T23:00:00Z", "2026-12-01"),
    ])
    func `the day is the one that the customer saw`(sent: String, day: String) throws {
        try play(
            """
            steps:
              first:
                ask: Some details
                form:
                  day:
                    ask: Which day?
                    date: future
                then: done
              done:
                say: "{first.day, iso}"
                then: end
            """,
            script: """
                device: FORM
                you: hello
                form: Some details | day
                fill: day = \(sent)
                bot: \(day)
                (ended)
                """)
    }
}
