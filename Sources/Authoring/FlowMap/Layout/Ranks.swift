/// Assigns the nodes of a graph to columns, so that edges lead from left to right as far as possible.
///
/// A node is one column to the right of its rightmost predecessor; edges that close a cycle lead back. Edges that would
/// span many columns, and those to a step with many predecessors, end at a small sign with the name of the step
/// instead.
struct Ranks {
    private(set) var graph: MapGraph
    /// The column of each node.
    private(set) var columns: [Int] = []
    /// The order in which a reader who follows the edges from the start finds the nodes.
    private(set) var order: [Int] = []

    init(_ graph: MapGraph) {
        self.graph = graph
        rank()
        if cutLongWays() { rank() }
    }

    private mutating func rank() {
        let walk = Walk(graph)
        var columns = Array(repeating: 0, count: graph.nodes.count)
        for node in walk.forward {
            for (place, way) in graph.nodes[node].ways.enumerated() where !walk.leadsBack(node, place) {
                columns[way.target] = max(columns[way.target], columns[node] + 1)
            }
        }
        for (index, node) in graph.nodes.enumerated() where node.kind == .entry {
            columns[index] = (node.ways.first.map { columns[$0.target] } ?? 0) - 1
        }
        let first = columns.min() ?? 0
        self.columns = columns.map { $0 - first }
        order = walk.met
    }

    // Long edges.

    /// Edges to a step from more places than this are drawn only from the column before it.
    private static let popular = 6

    private mutating func cutLongWays() -> Bool {
        let longest = graph.steps > 30 ? 3 : 6
        var counts: [Int: Int] = [:]
        for node in graph.nodes where node.isStep {
            for target in Set(node.ways.map(\.target)) { counts[target, default: 0] += 1 }
        }
        var hasCut = false
        for index in graph.nodes.indices where graph.nodes[index].isStep {
            var signs: [Int: Int] = [:]
            for place in graph.nodes[index].ways.indices {
                let target = graph.nodes[index].ways[place].target
                let length = columns[target] - columns[index]
                guard graph.nodes[target].isStep, length != 1, target != index,
                    abs(length) > longest || (counts[target] ?? 0) > Self.popular
                else { continue }
                let sign = signs[target] ?? addSign(for: target)
                signs[target] = sign
                graph.nodes[index].ways[place].target = sign
                hasCut = true
            }
        }
        return hasCut
    }

    private mutating func addSign(for target: Int) -> Int {
        graph.nodes.append(MapGraph.Node(kind: .jump, title: graph.nodes[target].title, stands: target))
        return graph.nodes.count - 1
    }
}

/// Traverses a graph from its start, each edge once.
private struct Walk {
    /// The nodes in an order in which all edges that do not lead back lead forward.
    private(set) var forward: [Int] = []
    /// The order in which each node was found, by node.
    private(set) var met: [Int]
    private var back: Set<[Int]> = []

    func leadsBack(_ node: Int, _ way: Int) -> Bool { back.contains([node, way]) }

    init(_ graph: MapGraph) {
        met = Array(repeating: -1, count: graph.nodes.count)
        var isOpen = Array(repeating: false, count: graph.nodes.count)
        var finished: [Int] = []
        var count = 0
        let entries = graph.nodes.indices.filter { graph.nodes[$0].kind == .entry }
        let others = graph.nodes.indices.filter { graph.nodes[$0].kind != .entry }
        for root in [graph.start] + others + entries where met[root] < 0 {
            var path = [(node: root, way: 0)]
            met[root] = count
            count += 1
            isOpen[root] = true
            while let (node, way) = path.last {
                guard way < graph.nodes[node].ways.count else {
                    isOpen[node] = false
                    finished.append(node)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].way += 1
                let target = graph.nodes[node].ways[way].target
                if isOpen[target] {
                    back.insert([node, way])
                } else if met[target] < 0 {
                    met[target] = count
                    count += 1
                    isOpen[target] = true
                    path.append((target, 0))
                }
            }
        }
        // An entry point is before its step, wherever that is, and does not affect the columns.
        forward = finished.reversed().filter { graph.nodes[$0].kind != .entry }
    }
}
