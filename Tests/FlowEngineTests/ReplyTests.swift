import Expressions
import JSON
import MessageModel
import Testing

@testable import FlowEngine

/// The meaning of a reply, whatever form the device gives it.
@Suite struct ReplyTests {
    /// Two headings of the flow, and one answer without, which is shown under the title of the bubble.
    private static func question(several: Bool) -> AskedQuestion {
        let options = [("Cut", "Hair"), ("Wash", "Hair"), ("Trim", "Beard"), ("Fish and chips", nil)].enumerated().map {
            index, option in
            AskedChoice.Option(choice: Choice(id: "\(index)", label: option.0), section: option.1, item: index)
        }
        return AskedQuestion(
            id: "q", prompt: "What?",
            bubble: MessageBubble(title: "What?", note: "", image: nil, size: .icon, reply: "What?"),
            hasOwnTitle: false,
            kind: .choice(
                AskedChoice(
                    style: .list, options: options, several: several, atLeast: 1, atMost: nil, numberHint: "")))
    }

    private static func chosen(_ groups: [(String, String)], title: String?, several: Bool) -> [String]? {
        let groups = groups.map { Selection.Group(title: $0.0, ids: $0.1.map { "\($0)" }) }
        switch question(several: several).answer(to: Selection(question: "q", groups: groups, title: title), ids: ["q"])
        {
        case .choice(let choice)?: return [choice.label]
        case .list(let items)?: return items.map { if case .choice(let choice) = $0 { choice.label } else { "?" } }
        default: return nil
        }
    }

    private struct Reply: CustomTestStringConvertible {
        var testDescription: String
        /// The sections in the reply: their titles, and the ids in them, a digit each.
        var groups: [(String, String)]
        var title: String?
        var means: [String]?

        init(_ description: String, _ groups: [(String, String)], _ title: String?, means: [String]?) {
            testDescription = description
            self.groups = groups
            self.title = title
            self.means = means
        }
    }

    private static let everything = [("Hair", "01"), ("Beard", "2"), ("What?", "3")]

    private static let layoutsOfOne = [
        Reply("only what was chosen", [("Hair", "1")], nil, means: ["Wash"]),
        Reply("under no heading at all", [("", "2")], "Trim", means: ["Trim"]),
        Reply("chosen and rest, in this order", [("You selected", "1"), ("Other items", "023")], nil, means: ["Wash"]),
        Reply("the rest first, but the title says", [("3 others", "023"), ("1 item", "1")], "Wash", means: ["Wash"]),
        Reply("the rest first, and no title", [("3 others", "023"), ("1 item", "1")], nil, means: nil),
        Reply("our sections, and the chosen in one of its own", everything + [("Selected", "2")], nil, means: ["Trim"]),
        Reply("everything, and the title says", everything, "Trim", means: ["Trim"]),
        Reply("everything, and no title", everything, nil, means: nil),
        Reply("everything, and a title that says nothing", everything, "Your choice", means: nil),
        Reply("two, and the title says which", [("Hair", "01")], "Cut", means: ["Cut"]),
        Reply("two, and the title names both", [("Hair", "01")], "Cut and Wash", means: nil),
        Reply("ids decide, not titles", [("Hair", "0")], "Trim", means: ["Cut"]),
        Reply("unknown ids are passed over", [("Hair", "9"), ("Beard", "29")], nil, means: ["Trim"]),
        Reply("nothing that was offered", [("Hair", "89")], "Cut", means: nil),
        Reply("nothing", [], nil, means: nil),
    ]

    @Test(arguments: layoutsOfOne)
    private func `one answer is read from any layout`(reply: Reply) {
        #expect(Self.chosen(reply.groups, title: reply.title, several: false) == reply.means)
    }

    private static let layoutsOfSeveral = [
        Reply("only what was chosen", [("Hair", "1")], nil, means: ["Wash"]),
        Reply("from several of our sections", [("Hair", "1"), ("Beard", "2")], nil, means: ["Wash", "Trim"]),
        Reply(
            "one of them without a heading", [("What?", "3"), ("Hair", "0")], nil, means: ["Cut", "Fish and chips"]),
        Reply("chosen and rest", [("2 selected", "20"), ("2 others", "13")], nil, means: ["Cut", "Trim"]),
        Reply("the rest first", [("Others", "13"), ("Chosen", "02")], "Cut and Trim", means: ["Cut", "Trim"]),
        Reply("no headings", [("", "0"), ("", "2")], "Cut and Trim", means: ["Cut", "Trim"]),
        Reply("everything, and the title says", everything, "Cut, Trim and Wash", means: ["Cut", "Wash", "Trim"]),
        Reply("everything, and the title is one label", everything, "Fish and chips", means: ["Fish and chips"]),
        Reply(
            "everything, because everything was chosen", everything, nil,
            means: ["Cut", "Wash", "Trim", "Fish and chips"]),
        Reply("nothing that was offered", [("Hair", "89")], nil, means: nil),
    ]

    @Test(arguments: layoutsOfSeveral)
    private func `several answers are read from any layout`(reply: Reply) {
        #expect(Self.chosen(reply.groups, title: reply.title, several: true) == reply.means)
    }

    @Test func `a reply to another bubble is no answer, one that does not say its bubble may be`() {
        let question = Self.question(several: false)
        #expect(question.answer(to: Selection(question: "r", ids: ["0"]), ids: ["q"]) == nil)
        #expect(question.answer(to: Selection(question: "p", ids: ["0"]), ids: ["p", "q"]) != nil)
        #expect(question.answer(to: Selection(question: nil, ids: ["0"]), ids: ["q"]) != nil)
    }

    // The same choice again, in another layout.

    private static func selection(_ reply: Reply) -> Selection {
        let groups = reply.groups.map { Selection.Group(title: $0.0, ids: $0.1.map { "\($0)" }) }
        return Selection(question: "q", groups: groups, title: reply.title)
    }

    @Test(arguments: [true, false])
    func `a choice is known again only where the same was chosen, whatever the layouts`(several: Bool) throws {
        let question = Self.question(several: several)
        let replies = (several ? Self.layoutsOfSeveral : Self.layoutsOfOne).filter { $0.means != nil }
        var known = 0
        for first in replies {
            let chosen = try #require(question.chosen(in: Self.selection(first), ids: ["q"]))
            let restored = try ChosenOffer(json: JSONValue(parsing: chosen.json.text))
            #expect(restored == chosen)
            for second in replies where chosen.isChosen(in: Self.selection(second)) {
                #expect(first.means == second.means, "\(first.testDescription); \(second.testDescription)")
                known += 1
            }
        }
        #expect(known > replies.count, "other layouts are known again, too")
    }

    @Test(arguments: [
        (
            Reply("chosen", [("Hair", "1")], "Wash", means: nil),
            Reply("", [("Yours", "1"), ("Rest", "023")], "Wash", means: nil)
        ),
        (
            Reply("chosen", [("Hair", "1")], nil, means: nil),
            Reply("", [("Yours", "1"), ("Rest", "023")], nil, means: nil)
        ),
        (
            Reply("groups", [("Yours", "1"), ("Rest", "023")], "Wash", means: nil),
            Reply("", [("Hair", "1")], "Wash", means: nil)
        ),
        (
            Reply("groups, the rest first", [("Rest", "023"), ("Yours", "1")], "Wash", means: nil),
            Reply("", [("Yours", "1"), ("Rest", "023")], "Wash", means: nil)
        ),
        (Reply("chosen", [("Hair", "1")], "Wash", means: nil), Reply("", everything, "Wash", means: nil)),
        (Reply("chosen", [("Hair", "1")], "Wash", means: nil), Reply("", [], "Wash", means: nil)),
    ])
    private func `the layouts in which devices write one choice are the same tap`(_ pair: (Reply, Reply)) throws {
        let chosen = Self.question(several: false).chosen(in: Self.selection(pair.0), ids: ["q"])
        #expect(try #require(chosen).isChosen(in: Self.selection(pair.1)))
    }

    @Test func `of two answers the other one is another tap, however it is written`() throws {
        let options = ["a", "b"].enumerated().map {
            AskedChoice.Option(choice: Choice(id: $1, label: $1.uppercased()), item: $0)
        }
        let question = AskedQuestion(
            id: "q", prompt: "Which?",
            bubble: MessageBubble(title: "Which?", note: "", image: nil, size: .icon, reply: ""), hasOwnTitle: false,
            kind: .choice(
                AskedChoice(style: .list, options: options, several: true, atLeast: 1, atMost: nil, numberHint: "")))
        let groups = { (ids: [String], title: String?) in
            Selection(
                question: "q", groups: zip(["Yours", "Rest"], ids).map { .init(title: $0, ids: [$1]) }, title: title)
        }
        let first = try #require(question.chosen(in: Selection(question: "q", ids: ["a"], title: "A"), ids: ["q"]))
        #expect(first.isChosen(in: groups(["a", "b"], "A")) && !first.isChosen(in: groups(["b", "a"], "B")))
        #expect(!first.isChosen(in: groups(["a", "b"], "B")) && !first.isChosen(in: groups(["b", "a"], nil)))
        let all = Selection(question: "q", groups: [.init(title: "Which?", ids: ["a", "b"])])
        let both = try #require(question.chosen(in: all, ids: ["q"]))
        #expect(!both.isChosen(in: groups(["a", "b"], "A")), "one of them was put back")
    }

    // Times.

    private static let times: AskedQuestion = {
        let slots = [("Mon", 0), ("Mon", 1), ("Tue", 24)].map { day, hours in
            let start = tenOClock + .hours(hours)
            return AskedTimes.Slot(
                slot: .init(id: "\(hours)", start: start, duration: .minutes(30)), day: day,
                time: "\(10 + hours % 24):00")
        }
        return AskedQuestion(
            id: "q", prompt: "When?",
            bubble: MessageBubble(title: "When?", note: "", image: nil, size: .icon, reply: ""), hasOwnTitle: false,
            kind: .times(AskedTimes(title: "Visit", place: nil, offset: 60, image: nil, slots: slots)))
    }()

    @Test(
        arguments: [
            (Selection(question: "q", ids: ["1"]), 1),
            (Selection(question: "q", ids: ["1"], title: "whatever"), 1),
            (Selection(question: "q", ids: ["unknown"], start: tenOClock + .hours(24)), 24),
            (Selection(question: "q", ids: ["unknown"], start: tenOClock + .hours(25)), nil),
            (Selection(question: "q", ids: []), nil),
            (
                Selection(
                    question: "q",
                    groups: [.init(title: "Selected", ids: ["24"]), .init(title: "Others", ids: ["0", "1"])]), 24
            ),
            (
                Selection(
                    question: "q", groups: [.init(title: "Mon", ids: ["0", "1"]), .init(title: "Tue", ids: ["24"])]),
                nil
            ),
            (
                Selection(
                    question: "q", groups: [.init(title: "Mon", ids: ["0", "1"]), .init(title: "Tue", ids: ["24"])],
                    title: "11:00"), 1
            ),
            (
                Selection(
                    question: "q", groups: [.init(title: "Mon", ids: ["0", "1"]), .init(title: "Tue", ids: ["24"])],
                    title: "10:00"), nil
            ),
        ] as [(Selection, Int?)])
    func `a time is read from a picker and from any layout of a list`(reply: Selection, hours: Int?) {
        let expected = hours.map { Value.time(TimeSlot(start: tenOClock + .hours($0), duration: .minutes(30))) }
        #expect(Self.times.answer(to: reply, ids: ["q"]) == expected)
    }

    @Test(
        arguments: [
            ("11:00", 1), (" 11:00. ", 1), ("Tue, 10:00", 24), ("tue, 10:00!", 24), ("10:00", nil), ("2", 1),
            ("4", nil), ("0", nil),
            ("Tuesday", nil),
        ] as [(String, Int?)])
    func `a typed time is one when only one fits`(typed: String, hours: Int?) {
        let expected = hours.map { Value.time(TimeSlot(start: tenOClock + .hours($0), duration: .minutes(30))) }
        #expect(Self.times.offeredAnswer(to: typed) == expected)
    }
}
