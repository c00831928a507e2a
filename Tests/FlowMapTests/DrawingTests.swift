import Expressions
import FlowModel
import JSON
import Testing

@testable import FlowMap

/// The picture as data.
@Suite struct DrawingTests {
    private func drawing(of bot: Bot, near previous: MapDrawing? = nil) -> MapDrawing {
        FlowPicture(of: 0, in: bot, showsExits: true).drawing(near: previous)
    }

    @Test(arguments: PictureTests.samples) func `it has what the picture has, by names`(_ sample: PictureTests.Sample)
        throws
    {
        let bot = RandomFlow.bot(seed: sample.seed, steps: sample.steps)
        let (layout, drawing) = (sample.layout, drawing(of: bot))
        #expect(drawing == self.drawing(of: bot))
        #expect(drawing.boxes.map(\.x) == layout.boxes.indices.map { layout.cells[$0].x })
        #expect(drawing.boxes.map(\.y) == layout.boxes.indices.map { layout.cells[$0].y })
        #expect(drawing.boxes.prefix(sample.steps).map(\.id) == bot.flows[0].steps.map(\.name))
        let ids = Set(drawing.boxes.map(\.id))
        #expect(ids.count == drawing.boxes.count)
        let ports = drawing.boxes.flatMap(\.ports)
        #expect(Set(ports.map(\.id)).count == ports.count)
        #expect(drawing.routes.map(\.id).sorted() == ports.map(\.id).sorted())
        #expect(ports.allSatisfy { ids.contains($0.target) })
        #expect(drawing.routes.allSatisfy { ids.contains($0.from) && ids.contains($0.to) && $0.path.hasPrefix("M") })
        for box in drawing.boxes { #expect(box.ports.allSatisfy { $0.top + $0.height <= box.height }) }
    }

    @Test(arguments: PictureTests.samples) func `every branch of a step has its port`(_ sample: PictureTests.Sample) {
        let bot = RandomFlow.bot(seed: sample.seed, steps: sample.steps)
        let ports = MapPorts(of: 0, in: bot)
        let drawing = drawing(of: bot)
        for (index, step) in bot.flows[0].steps.enumerated() {
            let box = drawing.boxes[index]
            let ways = step.ways.flatMap(\.ids)
            #expect(Set(ways).isSubset(of: box.ports.flatMap(\.ways)))
            for way in ways {
                let port = ports.port(of: step.name, for: way, to: nil)
                #expect(box.ports.first { $0.id == port }?.ways.contains(way) ?? false)
            }
        }
    }

    @Test(arguments: PictureTests.samples) func `boxes and ports are called the same with and without shared exits`(
        _ sample: PictureTests.Sample
    ) {
        let bot = RandomFlow.bot(seed: sample.seed, steps: sample.steps)
        let (all, few) = (drawing(of: bot), FlowPicture(of: 0, in: bot).drawing())
        #expect(few.boxes.count < all.boxes.count || sample.steps < 3)
        #expect(Set(few.boxes.map(\.id)).isSubset(of: all.boxes.map(\.id)))
        let ports = Dictionary(all.boxes.flatMap(\.ports).map { ($0.id, $0) }) { first, _ in first }
        for port in few.boxes.flatMap(\.ports) {
            #expect(ports[port.id]?.ways == port.ways && ports[port.id]?.target == port.target)
        }
    }

    @Test func `places of the files are in it`() throws {
        let (bot, flow) = try SmallFlow.bot()
        var places = MapPlaces()
        places.files["shop"] = "Flows/shop.yaml"
        places["shop", "welcome"] = 10...18
        places["shop", "welcome", "answer 1"] = 15
        let drawing = FlowPicture(of: flow, in: bot).drawing(places: places)
        #expect(drawing.file == "Flows/shop.yaml")
        let welcome = try #require(drawing.boxes.first)
        #expect(welcome.source == 10...18)
        #expect(welcome.ports.map(\.id) == ["welcome>answer 0", "welcome>answer 1", "welcome>answer 3"])
        #expect(welcome.ports.map(\.ways) == [["answer 0"], ["answer 1", "answer 2"], ["answer 3"]])
        #expect(welcome.ports.map(\.line) == [nil, 15, nil])
        #expect(welcome.ports.map(\.target) == ["order", "hours", "desk"])
        let json = drawing.json["boxes"]?[0]
        #expect(json?["lines"] == [10, 18] && json?["id"] == "welcome" && json?["kind"] == "question")
        #expect(json?["ports"]?[1]?["line"] == 15)
        #expect(drawing.json["routes"]?.array?.count == drawing.routes.count)
    }

    // Small edits.

    /// The pairs of boxes that stand above each other in both drawings, and how many have changed places.
    private func moved(_ one: MapDrawing, _ other: MapDrawing) -> (pairs: Int, moved: Int) {
        let after = Dictionary(other.boxes.map { ($0.id, $0) }) { first, _ in first }
        var (pairs, moved) = (0, 0)
        for (index, box) in one.boxes.enumerated() {
            for second in one.boxes[(index + 1)...] where second.column == box.column {
                guard let first = after[box.id], let last = after[second.id], first.column == last.column else {
                    continue
                }
                pairs += 1
                if (box.row < second.row) != (first.row < last.row) { moved += 1 }
            }
        }
        return (pairs, moved)
    }

    @Test(arguments: PictureTests.samples) func `another wording moves no box to another place`(
        _ sample: PictureTests.Sample
    ) {
        var bot = RandomFlow.bot(seed: sample.seed, steps: sample.steps)
        let before = drawing(of: bot)
        for index in bot.flows[0].steps.indices where index.isMultiple(of: 7) {
            bot.flows[0].steps[index].openings = [
                .say(.text(Phrase(plain: "Something else, which takes several lines of the box.")))
            ]
        }
        let after = drawing(of: bot, near: before)
        #expect(after.boxes.map(\.id) == before.boxes.map(\.id))
        #expect(after.boxes.map(\.column) == before.boxes.map(\.column))
        #expect(after.boxes.map(\.row) == before.boxes.map(\.row))
    }

    @Test(arguments: PictureTests.samples) func `a new step at the end moves few others`(_ sample: PictureTests.Sample)
    {
        let bot = RandomFlow.bot(seed: sample.seed, steps: sample.steps)
        let before = drawing(of: bot)
        var longer = bot
        let flow = bot.flows[0]
        let new = Step(name: "new", openings: [], thing: .go(.step(StepReference(flow: 0, step: 0))), failed: nil)
        longer.flows[0] = Flow(name: flow.name, start: flow.start, steps: flow.steps + [new], anywhere: flow.anywhere)
        let after = drawing(of: longer, near: before)
        let (pairs, moved) = moved(before, after)
        #expect(moved * 10 <= pairs, "\(moved) of \(pairs)")
    }
}
