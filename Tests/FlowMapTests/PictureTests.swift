import FlowModel
import Testing

@testable import FlowMap

/// The promises of every picture, on random flows of many sizes.
@Suite struct PictureTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        let steps: Int

        var testDescription: String { "\(steps) steps, seed \(seed)" }

        var layout: MapLayout {
            MapLayout(GraphReader(bot: RandomFlow.bot(seed: seed, steps: steps), flow: 0, showsExits: true).graph())
        }
    }

    static let samples = [1, 2, 5, 12, 30, 31, 60, 100].flatMap { steps in
        (1...3).map { Sample(seed: UInt64($0), steps: steps) }
    }

    @Test(arguments: samples) func `boxes do not lie on each other`(_ sample: Sample) {
        let frames = sample.layout.frames
        for (index, frame) in frames.enumerated() {
            for other in frames[(index + 1)...] { #expect(!frame.overlaps(other)) }
        }
    }

    @Test(arguments: samples) func `everything lies in the picture`(_ sample: Sample) {
        let layout = sample.layout
        let paper = Frame(left: 0, top: 0, right: layout.width, bottom: layout.height)
        for frame in layout.frames { #expect(paper.holds(frame)) }
        for route in layout.routes { for point in layout.points(of: route) { #expect(paper.holds(point)) } }
    }

    @Test(arguments: samples) func `arrows pass no box`(_ sample: Sample) {
        let layout = sample.layout
        let frames = layout.frames
        for route in layout.routes {
            for point in layout.points(of: route) {
                #expect(!frames.contains { $0.inset(1).holds(point) }, "an arrow of node \(route.from)")
            }
        }
    }

    @Test(arguments: samples) func `arrows begin at their answer and end at their box`(_ sample: Sample) {
        let layout = sample.layout
        let frames = layout.frames
        for route in layout.routes {
            let points = layout.points(of: route)
            #expect(points.first?.x == frames[route.from].right)
            #expect(points.last?.x == frames[route.to].left)
            #expect(points.last.map { frames[route.to].holds($0) } ?? false)
        }
    }

    @Test(arguments: samples) func `every step and every way is drawn once`(_ sample: Sample) {
        let bot = RandomFlow.bot(seed: sample.seed, steps: sample.steps)
        let graph = GraphReader(bot: bot, flow: 0, showsExits: true).graph()
        let layout = MapLayout(graph)
        #expect(layout.graph.nodes.filter(\.isStep).map(\.title) == bot.flows[0].steps.map(\.name))
        let drawn = layout.routes.map { [$0.from, $0.way] }
        #expect(Set(drawn).count == drawn.count)
        #expect(drawn.count == graph.nodes.reduce(0) { $0 + $1.ways.count })
        for (index, node) in graph.nodes.enumerated() {
            for (place, way) in node.ways.enumerated() {
                let end = layout.graph.nodes[layout.graph.nodes[index].ways[place].target]
                #expect(end.stands ?? layout.graph.nodes[index].ways[place].target == way.target)
            }
        }
    }

    @Test(arguments: samples) func `texts stay inside their boxes`(_ sample: Sample) {
        for box in sample.layout.boxes {
            let room = box.width - Box.padding
            #expect(TextWidth.of(box.title, size: box.isSmall ? 12 : 13, isBold: !box.isSmall) <= room)
            for line in box.lines + box.rows.flatMap(\.lines) { #expect(TextWidth.of(line) <= room, "\(line)") }
        }
    }

    @Test func `the same flow gives the same picture`() {
        for format in FlowPicture.Format.allCases {
            let texts = (0..<3).map { _ in
                FlowPicture(of: 0, in: RandomFlow.bot(seed: 9, steps: 60), showsExits: true).text(as: format)
            }
            #expect(Set(texts).count == 1)
        }
    }

    @Test func `a hundred steps stay legible: no arrow runs across more than a few columns`() {
        let layout = Sample(seed: 3, steps: 100).layout
        let columns = layout.columns.count
        for route in layout.routes where layout.boxes[route.from].node.isStep {
            #expect(route.bends.count <= columns / 2)
        }
    }

    @Test func `four hundred steps are drawn with few pieces for each`() {
        let layout = Sample(seed: 1, steps: 400).layout
        let ways = layout.routes.count
        #expect(layout.cells.count < 6 * (ways + 400), "the work grows with the flow, not with its square")
    }
}
