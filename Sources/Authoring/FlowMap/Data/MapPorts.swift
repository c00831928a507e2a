public import FlowModel

/// The ports of a flow's map, for finding the one that a conversation has taken. It needs no layout.
public struct MapPorts: Sendable {
    private struct Port {
        let id: String
        let ways: [String]
        let target: String?
    }

    private var ports: [String: [Port]] = [:]

    /// - Parameters:
    ///   - flow: the index of the flow in `bot`.
    public init(of flow: Int, in bot: Bot) {
        let graph = GraphReader(bot: bot, flow: flow, showsExits: false).graph()
        for node in graph.nodes where node.isStep {
            ports[node.title] = node.ways.enumerated().map { index, way in
                let target = graph.nodes[way.target]
                return Port(
                    id: node.port(of: index, named: node.title), ways: way.ids,
                    target: target.isStep ? target.title : nil)
            }
        }
    }

    /// The port of a step by which a way leaves it; where several do, the one that leads to `target`. `nil` where the
    /// map has none, as for exits that most steps share.
    public func port(of step: String, for way: String, to target: String?) -> String? {
        let fitting = (ports[step] ?? []).filter { $0.ways.contains(way) }
        return (fitting.first { $0.target == target } ?? fitting.first)?.id
    }
}
