/// The parts of one message as a tree: a root, and below each part those that refer to it as their parent.
public struct PartTree: Sendable, Hashable {
    /// The part that contains the message itself.
    public let root: PartNode
    /// The roots other than `root`, each with its descendants: a second root, and parts without a parent. They are kept
    /// but not shown.
    public let leftOver: [PartNode]

    /// Builds the tree.
    ///
    /// - Throws: `PartsProblem` when a part refers to a missing parent, references form a cycle, parts are nested too
    ///   deeply, or two parts have the same id.
    public init(_ parts: [MessagePart]) throws(PartsProblem) {
        guard !parts.isEmpty else { throw PartsProblem(at: "parts", "a message has at least one part") }
        guard parts.count <= PartLimits.parts else {
            throw PartsProblem(at: "parts", "there are \(parts.count) parts, more than \(PartLimits.parts)")
        }
        var nodes = parts.enumerated().map { PartNode($0.element, index: $0.offset) }
        let isLegacy = !nodes.contains { $0.role == "root" }
        if isLegacy { LegacyParts.arrange(&nodes) }
        let family = try Family(nodes)
        guard let root = family.tops.first(where: { nodes[$0].role == "root" }) else {
            let index = nodes.firstIndex { $0.role == "root" } ?? 0
            throw PartsProblem(part: index, "the root has a parent")
        }
        self.root = family.node(root)
        leftOver = family.tops.filter { $0 != root }.map(family.node)
    }
}

/// The parent-child relations, by the indexes of the parts.
private struct Family {
    let nodes: [PartNode]
    var tops: [Int] = []
    var below: [Int: [Int]] = [:]

    init(_ nodes: [PartNode]) throws(PartsProblem) {
        self.nodes = nodes
        let places = try Self.places(nodes)
        for node in nodes {
            guard let parent = node.parent else {
                tops.append(node.index)
                continue
            }
            guard let place = places[parent] else {
                throw PartsProblem(part: node.index, "its parent `\(parent)` does not exist")
            }
            below[place, default: []].append(node.index)
        }
        try checkReach()
    }

    private static func places(_ nodes: [PartNode]) throws(PartsProblem) -> [String: Int] {
        var places: [String: Int] = [:]
        for node in nodes {
            guard let id = node.id else { continue }
            if let other = places.updateValue(node.index, forKey: id) {
                throw PartsProblem(part: node.index, "its id `\(id)` is also that of parts[\(other)]")
            }
        }
        return places
    }

    /// Checks that every part can be reached from a root, within the limit of nesting.
    private func checkReach() throws(PartsProblem) {
        var reached: Set<Int> = []
        var level = tops
        for _ in 0..<PartLimits.levels {
            reached.formUnion(level)
            level = level.flatMap { below[$0] ?? [] }
        }
        if let first = level.first {
            throw PartsProblem(part: first, "parts are nested more than \(PartLimits.levels) levels deep")
        }
        if let lost = nodes.indices.first(where: { !reached.contains($0) }) {
            throw PartsProblem(part: lost, "its parents form a cycle")
        }
    }

    /// The part with its descendants: siblings by `item-order`, otherwise in the order in which they arrived.
    func node(_ place: Int) -> PartNode {
        var node = nodes[place]
        let places = (below[place] ?? []).sorted { one, other in
            let orders = (nodes[one].order ?? .infinity, nodes[other].order ?? .infinity)
            return orders.0 == orders.1 ? one < other : orders.0 < orders.1
        }
        node.children = places.map(self.node)
        return node
    }
}
