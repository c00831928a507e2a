/// Finds a height for every cell of a column: near where its neighbours want it, in order, and never on another.
enum Heights {
    struct Wish {
        /// Where the upper edge wants to be.
        let top: Double
        let weight: Double
        let height: Double
        /// Room below it.
        let gap: Double
    }

    /// The upper edges with the least sum of weighted squares of what is missed (pool adjacent violators).
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
