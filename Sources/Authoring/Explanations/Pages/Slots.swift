import Diagnostics

extension Explanation {
    /// Times to choose from.
    static let slots: [Explanation] = [
        Explanation(
            .pastSlot, rule: "slots are ahead",
            meaning: "A time that is offered has passed.",
            broken: times("2020-12-01 10:00", "2031-12-01 10:00"),
            repaired: times("2031-12-01 10:00", "2031-12-02 10:00"),
            why: "Nobody can come at a time that has passed; when all have passed, there is nothing to choose."),
        Explanation(
            .overlappingSlots, rule: "slots do not overlap",
            meaning: "One time begins before an earlier one has ended. Without `for` a time takes 30 minutes.",
            broken: times("2031-12-01 10:00 for 45 minutes", "2031-12-01 10:30 for 45 minutes"),
            repaired: times("2031-12-01 10:00 for 45 minutes", "2031-12-01 10:45 for 45 minutes"),
            why: "Two customers could choose times in which you have one chair. If you have two, that may be right."),
        Explanation(
            .duplicateSlot, rule: "slots differ",
            meaning: "The same time is offered twice in one question.",
            broken: times("2031-12-01 10:00", "2031-12-01 10:00"),
            repaired: times("2031-12-01 10:00", "2031-12-01 11:00"),
            why: "Customers would see the same line twice, and one cannot tell which of them they chose."),
        Explanation(
            .noSlots, rule: "a rule or list gives a slot",
            meaning: "The hours are closed all week, or no opening is as long as a slot.",
            broken: rule("9:00 to 10:30"),
            repaired: rule("9:00 to 13:00"),
            why: "The question could never be answered."),
        Explanation(
            .slotsCut, rule: "a rule offers the slots of all its days",
            meaning: """
                The rule reaches `at_most`, which is 40 unless you write it, before its `days` are over. What comes after \
                that is not offered.
                """,
            broken: rule("9:00 to 18:00", "every: 30 minutes", "days: 5"),
            repaired: rule("9:00 to 18:00", "every: 30 minutes", "days: 5", "more: Later times"),
            why: "Customers who want a later day could not choose it, and would not learn that there is one."),
        Explanation(
            .unknownBooking, rule: "`give_back` names an answer that takes a slot",
            meaning: "No question for times with `places` has this name.",
            broken: giveBack("visits"), repaired: giveBack("visit"),
            why: "The slot would stay taken, and nobody else could come then."),
        Explanation(
            .loneCalendar, rule: "questions that share places name the same calendar",
            meaning: """
                One question alone names this `calendar`, and another has one whose name is almost the same. They do not share \
                their places.
                """,
            broken: calendar("ovn"), repaired: calendar("oven"),
            why: "The same time would be given to two customers, one by each of the questions."),
        Explanation(
            .clockChange, rule: "the slots of a message lie on one side of a clock change",
            meaning: """
                Between these times the clocks are changed. Those behind the change are left out, and offered when the \
                earlier ones have passed.
                """,
            broken: times("2031-10-25 10:00", "2031-10-27 10:00"),
            repaired: times("2031-10-24 10:00", "2031-10-25 10:00"),
            why: "A message to Apple has one distance from world time; behind the change it would be an hour off."),
    ]

    private static func times(_ slots: String...) -> Example {
        .steps("visit:\n  ask: When do you come?\n  times:\n\(slots.map { "    - \($0)\n" }.joined())  then: end")
    }

    private static func rule(_ hours: String, _ lines: String...) -> Example {
        let lines = (lines.isEmpty ? ["every: 2 hours"] : lines) + ["in: \(hours)"]
        return .steps(
            "visit:\n  ask: When do you come?\n  times:\n\(lines.map { "    \($0)\n" }.joined())  then: end")
    }

    private static func calendar(_ name: String) -> Example {
        .steps(
            """
            lesson:
              ask: When do you come to bake?
              times:
                every: 2 hours
                in: 9:00 to 13:00
                places: 1
                calendar: oven
              then: tour
            tour:
              ask: And when shall we show you the bakery?
              times:
                every: 2 hours
                in: 9:00 to 13:00
                places: 1
                calendar: \(name)
              then: end
            """)
    }

    private static func giveBack(_ name: String) -> Example {
        .steps(
            """
            visit:
              ask: When do you come?
              times:
                every: 2 hours
                in: 9:00 to 13:00
                places: 1
              or:
                I cannot come: cancelled
              then: end
            cancelled:
              give_back: \(name)
              say: We have cancelled it.
              then: end
            """)
    }
}
