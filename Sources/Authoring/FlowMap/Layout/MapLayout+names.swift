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
                let port = graph.nodes[route.from].port(of: route.way, named: names[route.from])
                names[bend] = "\(port)~\(names[route.to])~\(place)"
            }
        }
        return names
    }
}
