import Testing

/// What is certain while people are there, and of hours that come again every week.
@Suite struct OpenHoursTests {
    @Test(arguments: queues) func `only people who may be away need a way for then`(example: Case) { example.check() }
    @Test(arguments: times) func `a time at which hours open or close may be missing`(example: Case) { example.check() }

    private static func when(_ lines: String, otherwise: String, _ more: String = "") -> String {
        """
        hello:
          when:
            \(lines)
            otherwise: \(otherwise)
        \(more)b:
          say: Bye.
          then: end
        """
    }

    private static let queues = [
        Case(
            "behind a line that says so",
            when("people.desk.open is yes: there", otherwise: "b", "there:\n  hand_over: desk\n")),
        Case(
            "behind the hours of the people",
            when("hours.opening-hours.open is yes: there", otherwise: "b", "there:\n  hand_over: desk\n")),
        Case(
            "behind the hours of the bot", when("bot.open is yes: there", otherwise: "b", "there:\n  hand_over: desk\n")
        ),
        Case(
            "behind a line that says more",
            when(
                "people.desk.open is yes and language is en: there", otherwise: "b", "there:\n  hand_over: desk\n")),
        Case(
            "otherwise", when("people.desk.open is no: b", otherwise: "there", "there:\n  hand_over: desk\n")),
        Case(
            "with a text between",
            when(
                "people.desk.open is yes: said", otherwise: "b",
                "said:\n  say: One moment.\n  then: there\nthere:\n  hand_over: desk\n")),
        Case(
            "with a question between",
            when(
                "people.desk.open is yes: asked", otherwise: "b",
                "asked:\n  ask: What is it about?\n  text: one line\n  then: there\n‸there:\n  hand_over: desk\n  note: {asked}\n"
            ), "away-missing"),
        Case(
            "also by another way",
            when(
                "people.desk.open is yes: there", otherwise: "asked",
                "asked:\n  ask: Shall we?\n  answers:\n    Yes: there\n    No: b\n‸there:\n  hand_over: desk\n"),
            "away-missing"),
        Case(
            "the wrong way round",
            when("people.desk.open is no: there", otherwise: "b", "‸there:\n  hand_over: desk\n"),
            "away-missing"),
        Case(
            "one of two",
            when("people.desk.open is yes or language is en: there", otherwise: "b", "‸there:\n  hand_over: desk\n"),
            "away-missing"),
        Case(
            "other people",
            when("people.team.open is yes: there", otherwise: "b", "‸there:\n  hand_over: desk\n"), "away-missing"),
        Case(
            "a word leads there as well",
            files: [
                "broken.yaml": Case.flow(
                    when("people.desk.open is yes: there", otherwise: "b", "‸there:\n  hand_over: desk\n")
                ).replacing("steps:\n", with: "anywhere:\n  desk: there\nsteps:\n")
            ], "away-missing"),
    ]

    private static func bot(_ hours: String) -> String {
        TestProject.bot.replacing("    Monday to Friday: 9:00 to 17:00\n", with: hours)
    }

    private static let opens = Case.flow("hello:\n  say: We open at {hours.opening-hours.opens, time}.\n  then: end")
    private static let mayNotOpen = Case.flow(
        "hello:\n  say: We open at {‸hours.opening-hours.opens, time}.\n  then: end")

    private static let times = [
        Case("a weekday with hours", bot: TestProject.bot, flow: opens),
        Case(
            "with holidays",
            bot: bot(
                "    Monday: 9:00 to 17:00\n    24 December to 2 January: closed\n    2031-04-14 to 2031-08-20: closed\n"
            ),
            flow: opens),
        Case("no weekday", bot: bot("    2031-04-14: 9:00 to 17:00\n"), flow: mayNotOpen, "maybe-empty"),
        Case("only closed", bot: bot("    Monday: closed\n"), flow: mayNotOpen, "maybe-empty"),
        Case(
            "closed all year", bot: bot("    Monday: 9:00 to 17:00\n    1 January to 31 December: closed\n"),
            flow: mayNotOpen, "maybe-empty"),
        Case(
            "closed for years", bot: bot("    Monday: 9:00 to 17:00\n    2031-01-01 to 2032-12-31: closed\n"),
            flow: mayNotOpen, "maybe-empty"),
        Case(
            "closes while it is open",
            when(
                "hours.opening-hours.open is yes: c", otherwise: "b",
                "c:\n  say: Until {hours.opening-hours.closes, time}.\n  then: d\nd:\n  say: Yes, until {hours.opening-hours.closes, time}.\n  then: b\n"
            )),
        Case(
            "closes after a question",
            when(
                "hours.opening-hours.open is yes: c", otherwise: "b",
                "c:\n  ask: Really?\n  answers: [Yes, No]\n  then: d\nd:\n  say: Until {‸hours.opening-hours.closes, time}.\n  then: b\n"
            ), "maybe-empty"),
        Case(
            "closes in a question, which may be asked again",
            when(
                "hours.opening-hours.open is yes: c", otherwise: "b",
                "c:\n  ask: Really, before {‸hours.opening-hours.closes, time}?\n  answers: [Yes, No]\n  then: b\n"
            ), "maybe-empty"),
        Case(
            "closes in a text for people who wait",
            when(
                "hours.opening-hours.open is yes: c", otherwise: "b",
                "c:\n  hand_over: desk\n  if_unanswered:\n    after: 30 minutes\n    say: Until {‸hours.opening-hours.closes, time}.\n  then: b\n"
            ), "maybe-empty"),
        Case(
            "closes while it is closed",
            when(
                "hours.opening-hours.open is no: c", otherwise: "b",
                "c:\n  say: Until {‸hours.opening-hours.closes, time}.\n  then: b\n"), "maybe-empty"),
    ]
}
