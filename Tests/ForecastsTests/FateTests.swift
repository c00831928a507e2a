import Expressions
import FlowEngine
import Forecasts
import JSON
import Testing

/// The outcome for waiting customers when the flows change.
@Suite struct FateTests {
    private func forecast(
        _ changes: [(String, String)], saying words: String = "hello", adding lines: String = ""
    ) throws -> Forecast {
        let today = try Shop.bot(version: "1")
        var text = Shop.flow
        for (old, new) in changes {
            #expect(text.contains(old))
            text = text.replacing(old, with: new)
        }
        let next = try Shop.bot(text, version: "2", adding: lines)
        var session = try Shop.customer(of: today, saying: "hello")
        if words != "hello" { session = try Shop.customer(of: today, saying: "hello", words) }
        return try #require(Forecaster(of: next, inPlaceOf: today, at: Shop.now).forecast(of: session))
    }

    @Test func `who waits at a step that stays keeps their place, whatever it says now`() throws {
        let found = try forecast([("Which colour?", "Which one?"), ("{colour}, {size}.", "Done: {colour}.")])
        #expect(found.outcome == .keeps)
        #expect(found.place == Place(flow: "shop", step: "colour", waiting: .answer) && found.newPlace == found.place)
        #expect(found.bubble == Bubble(text: "Which colour?", offers: ["Red", "Blue"]))
        #expect(found.ways.map(\.move.words) == ["Red", "Blue", "something unexpected", "silence"])
        let ends = found.ways.map(\.then)
        #expect(ends[0] == .place(Place(flow: "shop", step: "size", waiting: .answer), .usual))
        #expect(ends[2] == .place(Place(flow: "people", step: "desk", waiting: .person), .usual))
        #expect(ends[3] == ends[2] && !found.ways.contains(where: \.isOther))
    }

    @Test func `a new name that tells the old one moves them, and where answers lead by a new name is the same place`()
        throws
    {
        let found = try forecast([
            ("  colour:", "  shade:\n    was: colour"), ("start: colour", "start: shade"), ("{colour}", "{shade}"),
        ])
        #expect(found.outcome == .moved && found.newPlace?.step == "shade")
        let next = try forecast([
            (": size", ": how-big"), ("  size:", "  how-big:\n    was: size"), ("{size}", "{how-big}"),
        ])
        #expect(next.outcome == .keeps)
    }

    @Test func `without the step the flow begins again`() throws {
        let found = try forecast(
            [
                ("  size:\n    ask: And which size?\n    answers: [Large, Small]\n    then: done\n", ""),
                (": size", ": done"), (", {size}", ""),
            ],
            saying: "Red")
        #expect(found.outcome == .askedAgain && found.newPlace == nil)
        let beginning = Ending.place(Place(flow: "shop", step: "colour", waiting: .answer), .startingOver)
        #expect(found.ways[0].then == beginning)
        let silence = try #require(found.ways.first { $0.move.kind == .silence })
        #expect(silence.then == beginning && silence.isOther, "who stays silent is waked as well")
    }

    @Test func `an answer that leads elsewhere is told, beside where it leads today`() throws {
        let found = try forecast([("Blue: size", "Blue: done"), ("{colour}, {size}.", "{colour}.")])
        #expect(found.outcome == .changed && found.newPlace == found.place)
        let others = found.ways.filter(\.isOther)
        #expect(others.map(\.move.words) == ["Blue"])
        #expect(others[0].today == .place(Place(flow: "shop", step: "size", waiting: .answer), .usual))
        guard case .place(let end, .usual) = others[0].then else { return #expect(Bool(false), "\(others[0].then)") }
        #expect(end.waiting == .nothing)
    }

    @Test func `an answer whose type changes counts as empty, and the way for failures that follows is told`() throws {
        let found = try forecast(
            [
                (
                    "    ask: Which colour?\n    answers:\n      Red: size\n      Blue: size\n",
                    "    ask: How many?\n    number: whole\n    then: size\n"
                )
            ],
            saying: "Red")
        #expect(found.forgets == ["colour"] && found.outcome == .changed)
        let large = try #require(found.ways.first { $0.move.words == "Large" })
        #expect(large.then == .place(Place(flow: "people", step: "desk", waiting: .person), .failing))
    }

    @Test func `a way that never comes to a question makes somebody stuck`() throws {
        let long = (1...110).map { "  s\($0):\n    say: \($0)\n    then: \($0 == 110 ? "done" : "s\($0 + 1)")\n" }
            .joined()
        let found = try forecast([
            ("Blue: size", "Blue: s1"), ("{colour}, {size}.", "{colour}."), ("  done:", long + "  done:"),
        ])
        #expect(found.outcome == .stuck)
        let way = try #require(found.ways.first { $0.move.words == "Blue" })
        guard case .stuck(let reason) = way.then else { return #expect(Bool(false), "\(way.then)") }
        #expect(reason.contains("passed 100 steps"))
    }

    @Test func `a conversation that has been quiet for longer than the new bot keeps it is forgotten`() throws {
        let today = try Shop.bot(version: "1")
        let next = try Shop.bot(version: "2", adding: "expires: 1 hour\n")
        let session = try Shop.customer(of: today, saying: "hello")
        let later = Shop.now + .hours(2)
        #expect(Forecaster(of: next, inPlaceOf: today, at: later).forecast(of: session)?.outcome == .forgotten)
        #expect(Forecaster(of: today, inPlaceOf: today, at: later).forecast(of: session)?.outcome == .keeps)
        #expect(Forecaster(of: next, inPlaceOf: today, at: Shop.now + .days(40)).forecast(of: session) == nil)
    }

    @Test func `who has ended waits for nothing, and who is with a person comes back where the step leads`() throws {
        let today = try Shop.bot(version: "1")
        let over = try Shop.customer(of: today, saying: "hello", "stop")
        #expect(Forecaster(of: today, inPlaceOf: nil, at: Shop.now).forecast(of: over) == nil)
        let handed = try Shop.customer(of: today, saying: "hello", "agent")
        let found = try #require(Forecaster(of: today, inPlaceOf: today, at: Shop.now).forecast(of: handed))
        #expect(found.place.waiting == .person && found.outcome == .keeps)
        #expect(found.ways.map(\.move.kind) == [.givenBack] && found.bubble.text == nil)
    }

    @Test func `what is private stays so: the question is shown as it is written, and answers by their number`() throws
    {
        let flow = """
            flow: shop
            start: plate
            steps:
              plate:
                ask: Your plate?
                text: one line
                private: yes
                then: sure
              sure:
                ask: Is {plate} right?
                answers: [Yes it is, No]
                then: end

            """
        let bot = try Shop.bot(flow, version: "1")
        let session = try Shop.customer(of: bot, saying: "hello", "B-XY 123")
        let found = try #require(Forecaster(of: bot, inPlaceOf: bot, at: Shop.now).forecast(of: session))
        #expect(found.bubble == Bubble(text: "Is {plate} right?", offers: []))
        #expect(found.ways.map(\.move.words).prefix(2) == ["answer 1", "answer 2"])
        let told = found.json(of: DryRunReport.Customer(session: 1, id: "ana", channel: "apple")).text
        #expect(!told.contains("B-XY") && !"\(found.ways.map(\.move.words))".contains("Yes it is"))
    }
}
