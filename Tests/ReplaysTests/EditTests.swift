import Expressions
import FlowEngine
import FlowPublishing
import Replays
import TestSupport
import Testing

/// Edits of a flow, and what they mean for the conversations that were kept before.
@Suite struct EditTests {
    /// An edit with the classes that it makes: `count step, did: was > is (better/worse/alike/unknown)`.
    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let changes: [(String, String)]
        let classes: [String]

        init(_ name: String, _ changes: [(String, String)], _ classes: String...) {
            (testDescription, self.changes, self.classes) = (name, changes, classes)
        }
    }

    static let edits = [
        Edit("nothing", []),
        Edit(
            "other words",
            [("Which colour?", "Which colour, please?"), ("answers: [Large, Small]", "answers: [Big, Tiny]")]),
        Edit("a renamed step", [(": size", ": extent"), ("  size:", "  extent:\n    was: size")]),
        Edit(
            "an answer leads elsewhere", [("Other: people/desk", "Other: size")],
            "1 shop/colour, tap: Other: people/desk > shop/size (unknown 1)"),
        Edit(
            "an answer is gone", [("      Blue: size\n", "")],
            "1 shop/colour, tap: Blue: shop/size > the answer is not accepted (unknown 1)"),
        Edit(
            "a step is gone",
            [
                ("    then: wrap", "    then: pin"),
                ("  wrap:\n    ask: As a present?\n    answers: [Yes please, No thanks]\n    then: pin\n", ""),
            ],
            "1 shop/size, tap: Large: shop/wrap > shop/pin (alike 1)",
            "1 shop/size, tap: Small: shop/wrap > shop/pin (alike 1)"),
        Edit(
            "a new question",
            [
                ("    then: wrap", "    then: engraving"),
                (
                    "  wrap:\n",
                    "  engraving:\n    ask: With your name?\n    answers: [Sure, Never]\n    then: wrap\n  wrap:\n"
                ),
            ],
            "1 shop/size, tap: Large: shop/wrap > shop/engraving (unknown 1)",
            "1 shop/size, tap: Small: shop/wrap > shop/engraving (unknown 1)"),
        Edit(
            "another call",
            [
                ("  pin:\n", "  price:\n    call: price\n    then: pin\n  pin:\n"),
                ("    then: pin\n  price", "    then: price\n  price"),
            ],
            "1 shop/wrap, tap: No thanks: shop/pin > call price, of which no answer was kept (unknown 1)",
            "1 shop/wrap, tap: Yes please: shop/pin > call price, of which no answer was kept (unknown 1)"),
        Edit(
            "no call",
            [
                ("    then: order\n", "    then: done\n"), ("{order.code}", "you"),
                ("  order:\n    call: order\n    using:\n      colour: {colour}\n    then: done\n", ""),
            ],
            "2 shop/pin, the customer writes: shop/order > shop/done, the end (better 1, alike 1)"),
        Edit(
            "less patience",
            [
                (
                    "    answers: [Yes please, No thanks]\n",
                    "    answers: [Yes please, No thanks]\n    if_silent:\n      after: 2 minutes\n      then: end\n"
                )
            ],
            "1 shop/wrap, silence: nothing yet > the end (worse 1)"),
    ]

    /// Ana finishes after five minutes of thought, ben has a call that fails, cem asks for a person, dan is silent.
    static func shop() async throws -> KeptShop {
        let shop = try KeptShop()
        try await shop.play(
            "ana", "you: Hello", "tap: Red", "tap: Large", "wait: 5", "tap: Yes please", "you: 4711", "call: A-1")
        try await shop.play(
            "ben", "you: Hello", "tap: Blue", "tap: Small", "tap: No thanks", "you: 0815", "call: fails")
        try await shop.play("cem", "you: Hello", "tap: Other", "person: gives back")
        try await shop.play("dan", "you: Hello", "wait: 15")
        return shop
    }

    @Test(arguments: edits) func `each edit has its classes`(_ edit: Edit) async throws {
        let report = try await Self.shop().replay(edit.changes)
        #expect(report.conversations == 4)
        #expect(report.groups.map(\.line) == edit.classes, "\(report.text)")
    }

    @Test func `other words count where they are asked for`() async throws {
        let shop = try await Self.shop()
        let report = try await shop.replay([("Which size?", "Which size, please?")], comparesTexts: true)
        #expect(
            report.groups.map(\.line) == [
                "1 shop/colour, tap: Blue: shop/size with other words > shop/size with other words (alike 1)",
                "1 shop/colour, tap: Red: shop/size with other words > shop/size with other words (alike 1)",
            ], "\(report.text)")
    }

    @Test func `a second conversation is played for itself`() async throws {
        let shop = try KeptShop()
        try await shop.play("cem", "you: Hello", "tap: Other", "person: gives back", "wait: 30")
        try await shop.play("cem", "you: Hello", "tap: Red", "wait: 15")
        let report = try await shop.replay([("Other: people/desk", "Other: size")])
        #expect(report.conversations == 2 && report.same == 1, "\(report.text)")
    }

    @Test func `only wanted conversations are played`() async throws {
        let shop = try await Self.shop()
        let all = try await shop.replay().conversations
        let limited = try await shop.replay([], .init(limit: 2)).conversations
        let people = try await shop.replay([], .init(flow: "people")).conversations
        let late = try await shop.replay([], .init(since: shop.now - .minutes(14))).conversations
        #expect([all, limited, people, late] == [4, 2, 2, 1])
    }

    @Test(arguments: [(1, 1), (4, 4), (5, 4), (Int.max, 4)])
    func `a limit takes as many conversations as there are, and no more`(_ limit: Int, _ played: Int) async throws {
        let report = try await Self.shop().replay([], .init(limit: limit))
        #expect(report.conversations == played, "\(report.text)")
    }

    @Test func `a conversation whose beginning has been removed is left out, and later ones are played`() async throws {
        let shop = try KeptShop()
        try await shop.play("cem", "you: Hello", "tap: Other", "person: gives back", "wait: 30")
        try await shop.change("DELETE FROM history WHERE turn = 1")
        let nothing = try await shop.replay()
        #expect(nothing.cut == 1 && nothing.conversations == 0 && nothing.removed == 0, "\(nothing.text)")
        try await shop.play("cem", "you: Hello", "tap: Red", "wait: 15")
        let later = try await shop.replay()
        #expect(later.cut == 1 && later.conversations == 1 && later.same == 1, "\(later.text)")
    }

    @Test func `a history that cannot be read is counted, and the others are played`() async throws {
        let shop = try await Self.shop()
        try await shop.change("UPDATE history SET event = '{' WHERE turn = 2 AND session_id = 3")
        let report = try await shop.replay()
        #expect(report.unreadable == 1 && report.conversations == 3 && report.same == 3, "\(report.text)")
    }

    @Test func `an example shows what was and what is`() async throws {
        let report = try await Self.shop().replay([("      Blue: size\n", "      Blue: wrap\n")])
        let lines = try #require(report.groups.first?.transcript.split(separator: "\n").map(String.init))
        #expect(
            lines.filter { !$0.hasPrefix("# 20") } == [
                "test: session 2", "you: Hello", "bot: Which colour?", "# buttons: Red, Blue, Other", "tap: Blue",
                "# was: bot: Which size?", "# was: # buttons: Large, Small", "bot: As a present?",
                "# buttons: Yes please, No thanks",
            ])
    }
}

extension ReplayReport.Group {
    fileprivate var line: String {
        let ends = EndChange.allCases.filter { self.ends[$0] > 0 }.map { "\($0.rawValue) \(self.ends[$0])" }
        let place = step.map { "\($0.flow)/\($0.step)" } ?? "the beginning"
        return "\(count) \(place), \(did): \(was) > \(now) (\(ends.joined(separator: ", ")))"
    }
}
