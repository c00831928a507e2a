import FlowModel
import Foundation
import FoundationXML
import Testing

@testable import FlowMap

/// Numbers beside steps and arrows.
@Suite struct TrafficTests {
    /// Returns a step of the small flow; `nil` is the end.
    private static func step(_ name: String, of bot: Bot) throws -> StepReference? {
        let parts = name.split(separator: "/").map(String.init)
        if name == "end" { return nil }
        return try #require(bot.reference(flow: parts.count > 1 ? parts[0] : "shop", step: parts[parts.count - 1]))
    }

    /// Parses lines such as `welcome answered order 12`, and `welcome waiting 2`.
    private static func traffic(_ lines: [String], in bot: Bot) throws -> FlowTraffic {
        var traffic = FlowTraffic()
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let from = try #require(try step(words[0], of: bot))
            let outcome = try #require(FlowTraffic.Outcome(rawValue: words[1]))
            let count = try #require(Int(words[words.count - 1]))
            traffic.visits[from, default: [:]][outcome, default: 0] += count
            if words.count == 4 {
                traffic.moves[.init(from: from, outcome: outcome, to: try step(words[2], of: bot))] = count
            }
        }
        return traffic
    }

    private static let week = [
        "welcome answered order 120", "welcome answered hours 30", "welcome waiting 2", "welcome elsewhere desk 3",
        "welcome other desk 5", "welcome closed end 1", "order answered decide 80", "order silent welcome 9",
        "order other desk 4", "decide passed done 70", "decide passed order 10", "hours passed welcome 20",
        "hours passed order 8", "done passed end 70", "desk answered end 6", "desk passed hours 2",
        "desk failed other/person 1",
    ]

    private func graph(_ lines: [String] = week, showsExits: Bool = false) throws -> MapGraph {
        let (bot, flow) = try SmallFlow.bot()
        let traffic = try Self.traffic(lines, in: bot)
        return GraphReader(bot: bot, flow: flow, showsExits: showsExits, traffic: traffic).graph()
    }

    private func ways(_ graph: MapGraph) -> [String] {
        graph.nodes.flatMap { node in
            node.ways.compactMap { way in
                way.count.map { "\(node.title): \(way.labels.joined(separator: " / ")) \($0)" }
            }
        }
    }

    @Test func `an arrow tells how often it was taken, by where the conversation went and how the visit ended`() throws
    {
        #expect(
            try ways(graph()) == [
                "welcome: Order 120", "welcome: Hours / Address 30", "welcome: Talk 0", "order: a text 80",
                "order: no answer 9", "decide: order is Bread and not (order is empty) 70", "decide: otherwise 10",
                // Only the conversation knew where `back` led.
                "hours:  28", "done:  70", "desk: given back 6", "desk: closed 2",
            ])
    }

    @Test func `exits that steps share have the sum of all their steps`() throws {
        let shared = try ways(graph(showsExits: true)).filter { $0.hasPrefix("anything") || $0.hasPrefix("cannot") }
        #expect(shared == ["anything else:  9", "cannot be sent:  1"])
    }

    @Test func `a box tells of visits, of who is there, and of those who were lost`() throws {
        let nodes = try graph().nodes
        #expect(
            nodes[0].counts == [
                "161 visits, 2 waiting, 3 gone elsewhere", "drop-off 4 %: 5 unexpected, 1 closed",
            ])
        #expect(nodes[1].counts == ["93 visits", "drop-off 14 %: 9 silent, 4 unexpected"])
        #expect(nodes[4].counts == ["70 visits"])
        let few = try graph(["welcome waiting 1"]).nodes
        #expect(few[0].counts == ["1 visit, 1 waiting"] && few[1].counts == ["no visits"])
    }

    @Test func `answers that lead to one place, and are no neighbours, are counted together`() throws {
        var (bot, flow) = try SmallFlow.bot()
        let welcome = try #require(try Self.step("welcome", of: bot))
        guard case .ask(var question) = bot.flows[flow].steps[welcome.step].thing,
            case .choice(var choice) = question.kind
        else { return #expect(Bool(false), "the small flow begins with a choice") }
        choice.items.swapAt(1, 3)
        choice.items[3].then = choice.items[0].then
        question.kind = .choice(choice)
        bot.flows[flow].steps[welcome.step].thing = .ask(question)
        let traffic = try Self.traffic(["welcome answered order 12", "welcome answered desk 3"], in: bot)
        let graph = GraphReader(bot: bot, flow: flow, showsExits: false, traffic: traffic).graph()
        let counts = graph.nodes[welcome.step].ways.map(\.count)
        #expect(counts == ["together 12", "3", "0", "together 12"])
    }

    @Test func `of a flow that is run, and of a reminder, no arrow tells a number that nobody counted`() {
        var bot = RandomFlow.bot(seed: 1, steps: 2)
        let (first, second) = (StepReference(flow: 0, step: 0), StepReference(flow: 0, step: 1))
        bot.flows[0].steps = [
            Step(
                name: "a", openings: [], thing: .run(RunFlow(name: "a", flow: 0, inputs: [], then: .step(second))),
                failed: nil), Step(name: "b", openings: [], thing: .go(.end), failed: nil),
        ]
        let traffic = FlowTraffic(
            visits: [first: [.passed: 5]],
            moves: [
                .init(from: first, outcome: .passed, to: second): 5,
                .init(from: second, outcome: .passed, to: first): 4,
            ])
        let graph = GraphReader(bot: bot, flow: 0, showsExits: false, traffic: traffic).graph()
        #expect(graph.nodes[0].ways[0].count == nil)
        #expect(graph.nodes[1].ways[0].count == "4", "its end led to where the flow went on that ran it")
    }

    @Test func `numbers are written in every form, and the SVG stays well-formed and inside its boxes`() throws {
        let (bot, flow) = try SmallFlow.bot()
        let traffic = try Self.traffic(Self.week, in: bot)
        let picture = FlowPicture(of: flow, in: bot, showsExits: true, traffic: traffic)
        let svg = picture.text(as: .svg)
        #expect(XMLParser(data: Data(svg.utf8)).parse())
        #expect(svg.contains(">161 visits, 2 waiting, 3 gone<") && svg.contains(">120</text>"))
        #expect(svg.contains("Order: order (120)"), "those who hear the picture hear the numbers")
        #expect(picture.text(as: .mermaid).contains("|\"Hours, Address: 30\"|"))
        #expect(picture.text(as: .mermaid).contains("<br/>70 visits"))
        #expect(picture.text(as: .dot).contains("label=\"no answer: 9\""))
        for box in MapLayout(try graph(showsExits: true)).boxes {
            for line in box.counts { #expect(TextWidth.of(line) <= box.width - Box.padding) }
            for row in box.rows {
                let count = row.count.map { TextWidth.of($0) } ?? 0
                for line in row.lines { #expect(TextWidth.of(line) + count <= box.width - 2 * Box.padding) }
            }
        }
    }

    @Test func `without numbers nothing is said of them`() throws {
        let (bot, flow) = try SmallFlow.bot()
        for format in FlowPicture.Format.allCases {
            let text = FlowPicture(of: flow, in: bot).text(as: format)
            #expect(!text.contains("visit") && !text.contains("class=\"count\""))
        }
    }
}
