import JSON
import Plays
import Simulation
import Testing

/// Conversations that begin in the middle of a flow, with values.
@Suite struct StartingTests {
    private func asked(_ step: String) -> [StudioFlows.AskedValue] {
        Shop.flows().asked(at: PlayStep(flow: "shop", step: step))
    }

    private func start(_ step: String, _ values: [(name: String, words: String)]) throws -> ThreadAnswer {
        try Shop.flows().edit(
            ThreadRequest(
                flow: "shop", text: ThreadText(""),
                operation: .start(PlayStep(flow: "shop", step: step), values: values)))
    }

    @Test func `what a step and those behind it use is asked for`() {
        #expect(asked("welcome").isEmpty && asked("person").isEmpty)
        #expect(asked("which").map(\.name) == ["welcome"])
        // `welcome` has a value too, which nothing uses any more.
        #expect(asked("phone").map(\.name) == ["colour"])
        #expect(asked("order").map(\.name) == ["colour", "phone"])
        #expect(asked("done").map(\.name) == ["colour", "order"])
        #expect(Shop.flows().start(of: "shop") == "welcome" && Shop.flows().start(of: "none") == nil)
    }

    @Test func `each value has its field, its answers and an example that can be used`() throws {
        let colour = try #require(asked("done").first)
        #expect(colour.field == .choice && colour.answers == ["Red", "Blue and green", "Black"] && colour.isWritable)
        let time = try #require(asked("bring").first)
        #expect(time.name == "visit" && time.field == .time && time.example == "2026-03-03 10:00")
        #expect(time.json["field"] == "time" && time.json["writable"] == true)
        for step in ["which", "phone", "order", "done", "bring", "filled"] {
            let values = asked(step)
            #expect(!values.isEmpty, "\(step)")
            let thread = try start(step, values.map { (name: $0.name, words: $0.answers.first ?? $0.example) })
            #expect(thread.text.lines.last == "start: \(step)")
        }
    }

    @Test func `a conversation begins with the values`() async throws {
        let thread = try start("done", [("colour", "Black"), ("order", "number = A-7")])
        #expect(thread.text.lines == ["given: colour is Black", "given: order is number = A-7", "start: done"])
        let play = try await Shop.play(thread.text.text)
        #expect(play["turns"]?.array?.last?.shownWords == ["bot: Black: your number is A-7."])
    }

    @Test func `each value that cannot be read has its sentence`() throws {
        let problem = #expect(throws: ThreadProblem.self) {
            try start("bring", [("visit", "tomorrow"), ("welcome", " "), ("colour", "Red")])
        }
        #expect(problem?.values == ["visit": "`tomorrow` is not a time", "welcome": "`welcome` needs a value"])
    }
}
