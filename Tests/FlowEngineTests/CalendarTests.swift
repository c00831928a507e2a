import FlowEngine
import Testing

/// The controls of a browser for text questions: a calendar, and a button that skips the question (flow language, 3.2
/// and 3.7).
@Suite struct CalendarTests {
    private static let flow = """
        steps:
          first:
            ask: When did you buy it?
            date: past
            then: visit
          visit:
            ask: When shall we come?
            date:
              from: today + 1 day
              to: today + 10 days
              preset: today + 2 days
            optional: yes
            then: name
          name:
            ask: And your name?
            text: name
            optional: yes
            then: done
          done:
            say: Bought {first, iso}, coming {visit, iso, or never}, {name, or nobody}.
            then: end
        """

    @Test func `a day is chosen in a calendar whose limits are counted from today`() throws {
        try play(
            Self.flow,
            script: """
                device: browser
                you: hello
                bot: When did you buy it? | –2026-03-02
                tap: 2024-02-29
                bot: When shall we come? | 2026-03-03–2026-03-12 | skip
                tap: 2026-03-12
                bot: And your name? | skip
                you: Bo
                bot: Bought 2024-02-29, coming 2026-03-12, Bo.
                (ended)
                """)
    }

    @Test func `a button skips what may be skipped`() throws {
        try play(
            Self.flow,
            script: """
                device: browser
                you: hello
                bot: When did you buy it? | –2026-03-02
                tap: 2024-02-29
                bot: When shall we come? | 2026-03-03–2026-03-12 | skip
                tap: skip
                bot: And your name? | skip
                tap: skip
                bot: Bought 2024-02-29, coming never, nobody.
                (ended)
                """)
    }

    @Test(arguments: ["2026-03-03", "skip", "yesterday", "2026-02-30"])
    func `a day outside the limits, or nothing where something is wanted, fits nothing`(_ tapped: String) throws {
        try play(
            Self.flow,
            script: """
                device: browser
                you: hello
                bot: When did you buy it? | –2026-03-02
                tap: \(tapped)
                bot: Sorry?
                bot: When did you buy it? | –2026-03-02
                you: 1 March 2026
                bot: When shall we come? | 2026-03-03–2026-03-12 | skip
                """)
    }

    @Test func `an old calendar does not answer another question`() throws {
        try play(
            Self.flow,
            script: """
                device: browser
                you: hello
                bot: When did you buy it? | –2026-03-02
                you: 2024-02-29
                bot: When shall we come? | 2026-03-03–2026-03-12 | skip
                tap 1: 2024-02-29
                bot: That question is no longer open.
                bot: When shall we come? | 2026-03-03–2026-03-12 | skip
                """)
    }

    @Test func `other devices are asked in words alone`() throws {
        try play(
            Self.flow,
            script: """
                you: hello
                bot: When did you buy it?
                you: 2024-02-29
                bot: When shall we come?
                you: skip
                bot: And your name?
                you: skip
                bot: Bought 2024-02-29, coming never, nobody.
                (ended)
                """)
    }
}
