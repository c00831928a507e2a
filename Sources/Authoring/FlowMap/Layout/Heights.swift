/// Finds the vertical position of every cell of a column: close to its preferred position, in order, and without
/// overlaps.
enum Heights {
    struct Wish {
        /// The preferred position of the upper edge.
        let top: Double
        let weight: Double
        let height: Double
        /// The space below the cell.
        let gap: Double
    }

    /// The upper edges with the least sum of weighted squared deviations (pool adjacent violators).
    static func tops(of wishes: [Wish]) -> [Double] {
        var pools: [(sum: Double, weight: Double, count: Int)] = []
        var shift = 0.0
        var shifts: [Double] = []
        for wish in wishes {
            shifts.append(shift)
            pools.append((sum: (wish.top - shift) * wish.weight, weight: wish.weight, count: 1))
            while pools.count > 1, case let last = pools[pools.count - 1], case let before = pools[pools.count - 2],
                before.sum / before.weight > last.sum / last.weight
            {
                pools.removeLast(2)
                pools.append((before.sum + last.sum, before.weight + last.weight, before.count + last.count))
            }
            shift += wish.height + wish.gap
        }
        let settled = pools.flatMap { Array(repeating: $0.sum / $0.weight, count: $0.count) }
        return zip(settled, shifts).map { $0 + $1 }
    }
}
