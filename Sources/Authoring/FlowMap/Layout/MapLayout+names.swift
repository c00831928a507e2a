extension MapLayout {
    /// The names of all cells, which stay the same while the text of a flow changes elsewhere: a step's own name, signs
    /// by the step that leads to them, bends by their route.
    var cellNames: [String] {
        var names = Array(repeating: "", count: cells.count)
        var owners: [Int: Int] = [:]
        for (index, node) in graph.nodes.enumerated() {
            for way in node.ways where owners[way.target] == nil { owners[way.target] = index }
        }
        var used: Set<String> = []
        for (index, node) in graph.nodes.enumerated() {
            var name = node.title
            if !node.isStep {
                let owner = node.kind == .entry ? nil : owners[index].map { graph.nodes[$0].title }
                name = "\(owner.map { "\($0)>" } ?? "")\(node.kind.rawValue):\(node.title)"
            }
            var free = name
            var number = 2
            while !used.insert(free).inserted {
                free = "\(name) (\(number))"
                number += 1
            }
            names[index] = free
        }
        for route in routes {
            for (place, bend) in route.bends.enumerated() {
                names[bend] = "\(portName(route.from, route.way, names))~\(names[route.to])~\(place)"
            }
        }
        return names
    }

    /// The name of a way out of a box: the box, and what takes it first.
    func portName(_ node: Int, _ way: Int, _ names: [String]) -> String {
        let ways = graph.nodes[node].ways
        let id = ways[way].ids.first ?? ""
        let earlier = ways[..<way].count { $0.ids.first == ways[way].ids.first }
        return "\(names[node])>\(id)\(earlier == 0 ? "" : " (\(earlier + 1))")"
    }
}
