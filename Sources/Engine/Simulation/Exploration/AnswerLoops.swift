/// Which states answers lead back to: states that lead to each other by answers form a group. Found in linear time, by
/// Tarjan's algorithm for strongly connected components.
struct AnswerLoops {
    private let targets: [[Int]]
    /// The group of each state, by number.
    private var groups: [Int]
    /// The number of states of each group.
    private var sizes: [Int] = []

    // The search.

    /// The number of each state in the order in which they are met; -1 for those that are not met yet.
    private var order: [Int]
    /// The lowest number to which what was met from a state leads back.
    private var lowest: [Int]
    private var met = 0
    /// The states that were met and have no group yet.
    private var open: [Int] = []
    private var isOpen: [Bool]

    /// - Parameter left: whether a state is left out, for each.
    init(in nodes: [ExploredNode], avoiding left: [Bool]) {
        targets = nodes.indices.map { index in
            guard !left[index] else { return [] }
            return nodes[index].edges.compactMap { edge in
                guard edge.kind == .answer, let target = edge.target, !left[target] else { return nil }
                return target
            }
        }
        groups = Array(repeating: -1, count: nodes.count)
        order = Array(repeating: -1, count: nodes.count)
        lowest = Array(repeating: 0, count: nodes.count)
        isOpen = Array(repeating: false, count: nodes.count)
        for state in nodes.indices where order[state] < 0 { search(from: state) }
    }

    /// Whether answers lead from a state back to it.
    func leadBack(to state: Int) -> Bool { sizes[groups[state]] > 1 || targets[state].contains(state) }

    /// Whether answers lead from each of two states to the other, or they are the same.
    func share(_ one: Int, _ other: Int) -> Bool { groups[one] == groups[other] }

    private mutating func search(from start: Int) {
        var path: [(state: Int, next: Int)] = []
        meet(start)
        path.append((start, 0))
        while let (state, next) = path.last {
            if next < targets[state].count {
                path[path.count - 1].next += 1
                let target = targets[state][next]
                if order[target] < 0 {
                    meet(target)
                    path.append((target, 0))
                } else if isOpen[target] {
                    lowest[state] = min(lowest[state], order[target])
                }
            } else {
                path.removeLast()
                if let before = path.last?.state { lowest[before] = min(lowest[before], lowest[state]) }
                if lowest[state] == order[state] { close(state) }
            }
        }
    }

    private mutating func meet(_ state: Int) {
        order[state] = met
        lowest[state] = met
        met += 1
        open.append(state)
        isOpen[state] = true
    }

    /// Makes a group of a state and all that were met after it and have none.
    private mutating func close(_ state: Int) {
        var size = 0
        while let last = open.popLast() {
            groups[last] = sizes.count
            isOpen[last] = false
            size += 1
            if last == state { break }
        }
        sizes.append(size)
    }
}
