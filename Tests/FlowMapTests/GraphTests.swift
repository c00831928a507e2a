import FlowModel
import Testing

@testable import FlowMap

/// The contents of a flow's picture.
@Suite struct GraphTests {
    private func graph(showsExits: Bool = false) throws -> MapGraph {
        let (bot, flow) = try SmallFlow.bot()
        return GraphReader(bot: bot, flow: flow, showsExits: showsExits).graph()
    }

    private func ways(_ graph: MapGraph) -> [String] {
        graph.nodes.flatMap { node in
            node.ways.map { way in
                let label = way.labels.isEmpty ? "" : " \(way.labels.joined(separator: " / "))"
                return "\(node.title):\(label) \(way.isExit ? "~>" : "->") \(graph.nodes[way.target].title)"
            }
        }
    }

    @Test func `answers, conditions and exits are ways, neighbours with one end are one`() throws {
        #expect(
            try ways(graph()) == [
                "welcome: Order -> order", "welcome: Hours / Address -> hours", "welcome: Talk -> desk",
                "order: a text -> decide", "order: no answer ~> welcome",
                "decide: order is Bread and not (order is empty) -> done",
                "decide: otherwise -> order", "hours: -> back", "done: -> end", "desk: given back -> end",
                "desk: closed ~> hours", "start: -> welcome", "“agent, help, support”: -> desk", "“menu”: -> welcome",
            ])
    }

    @Test func `exits that most steps share are drawn once, when asked for`() throws {
        let (few, all) = (try ways(graph()), try ways(graph(showsExits: true)))
        #expect(all.filter { !few.contains($0) } == ["anything else: ~> desk", "cannot be sent: ~> other/person"])
    }

    @Test func `a step shows what it says, then what it asks`() throws {
        let welcome = try #require(graph().nodes.first)
        #expect(welcome.kind == .question)
        #expect(welcome.lines == ["Hello {customer.first_name}!", "What may it be?"])
        #expect(try graph().nodes[3].kind == .saying)
        #expect(try graph().nodes[5].lines == ["One moment.", "→ desk"])
    }

    @Test func `a step that runs a flow names it, and goes on behind it`() {
        var bot = RandomFlow.bot(seed: 1, steps: 2)
        let second = StepReference(flow: 0, step: 1)
        bot.flows[0].steps = [
            Step(
                name: "a", openings: [], thing: .run(RunFlow(name: "a", flow: 0, inputs: [], then: .step(second))),
                failed: FailedExit(say: nil, then: .conversationEnd)),
            Step(name: "b", openings: [], thing: .go(.end), failed: nil),
        ]
        bot.flows[0].anywhere = [:]
        bot.anywhere = [:]
        let graph = GraphReader(bot: bot, flow: 0, showsExits: false).graph()
        #expect(graph.nodes[0].lines == ["runs the flow \(bot.flows[0].name)"])
        #expect(ways(graph).prefix(3) == ["a: -> b", "a: fails ~> end", "b: -> end"])
    }

    @Test func `a call shows where it goes when it fails`() {
        var bot = RandomFlow.bot(seed: 1, steps: 2)
        let (first, second) = (StepReference(flow: 0, step: 0), StepReference(flow: 0, step: 1))
        bot.actions = [Action(name: "book")]
        bot.flows[0].steps = [
            Step(
                name: "a", openings: [],
                thing: .call(Call(name: "a", action: 0, inputs: [], meanwhile: nil, then: .end)),
                failed: FailedExit(say: nil, retryFrom: .step(second), tries: 2, then: .step(first))),
            Step(name: "b", openings: [], thing: .go(.end), failed: nil),
        ]
        bot.flows[0].anywhere = [:]
        bot.anywhere = [:]
        let graph = GraphReader(bot: bot, flow: 0, showsExits: false).graph()
        #expect(graph.nodes[0].lines == ["calls book"])
        let visits = ResultTable(name: "visits", fields: [])
        let done = ResultOperation.allCases.map { Action($0, of: visits).done }
        #expect(done == ["keeps a row of visits", "reads the rows of visits", "changes a row of visits"])
        #expect(
            ways(graph) == [
                "a: -> end", "a: fails, tries again ~> b", "a: fails ~> a", "b: -> end", "start: -> a",
            ])
    }

    @Test func `entries of the bot are shown where they lead, and what is typed by its kind`() throws {
        var (bot, flow) = try SmallFlow.bot()
        let order = try #require(bot.reference(flow: "shop", step: "order"))
        let person = try #require(bot.reference(flow: "other", step: "person"))
        bot.entries = [
            BotEntry(.link(intent: "buy", group: "north"), destination: order),
            BotEntry(.words(["bread", "cake"]), destination: order), BotEntry(.words(["help me"]), destination: person),
        ]
        let question = try #require(bot.flows[flow].steps[order.step].question)
        for (kind, words) in [
            (Question.Kind.number(NumberQuestion(isWhole: true, atLeast: nil, atMost: nil)), "a number"),
            (.date(DateQuestion(from: nil, to: nil, preset: nil)), "a date"),
        ] {
            var typed = question
            typed.kind = kind
            bot.flows[flow].steps[order.step].thing = .ask(typed)
            let all = ways(GraphReader(bot: bot, flow: flow, showsExits: false).graph())
            #expect(all.contains("order: \(words) -> decide"))
            #expect(
                all.filter { $0.hasPrefix("intent") || $0.contains("bread") } == [
                    "intent buy and group north: -> order", "“bread, cake”: -> order",
                ])
            #expect(!all.contains { $0.contains("help me") })
        }
    }
}

extension Step {
    fileprivate var question: Question? { if case .ask(let question) = thing { question } else { nil } }
}
