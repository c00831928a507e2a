import FlowMap
import FlowModel
import JSON
import Plays
import Testing

/// The map of flows that are being written.
@Suite struct StudioMapTests {
    @Test func `boxes and ports know their lines`() throws {
        let map = try #require(Shop.flows().map(of: "shop"))
        #expect(map.file == "Flows/shop.yaml")
        let which = try #require(map.boxes.first { $0.id == "which" })
        #expect(which.source == 11...16 && which.kind == .decision)
        #expect(which.ports.map(\.line) == [13, 14, 15, 16])
        #expect(which.ports.map(\.target) == ["colour", "visit", "details", "person"])
    }

    @Test func `every step of a sample has a box, and every port a route`() throws {
        for project in SampleProject.allCases {
            let flows = try project.flows()
            for flow in flows.valid?.bot.flows ?? [] {
                let map = try #require(flows.map(of: flow.name))
                #expect(map.boxes.prefix(flow.steps.count).map(\.id) == flow.steps.map(\.name))
                #expect(map.boxes.prefix(flow.steps.count).allSatisfy { $0.source != nil })
                #expect(Set(map.boxes.map(\.id)).count == map.boxes.count)
                #expect(Set(map.routes.map(\.id)) == Set(map.boxes.flatMap(\.ports).map(\.id)))
                #expect(Set(map.routes.map(\.id)).count == map.routes.count)
                #expect(map.json["boxes"]?.array?.count == map.boxes.count)
            }
        }
    }
}
