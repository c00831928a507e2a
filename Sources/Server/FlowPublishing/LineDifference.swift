/// The number of lines added and removed between two texts: the shortest edit script (Myers, 1986), as long as the
/// search stays within `limit`.
struct LineDifference: Equatable {
    let added: Int
    let removed: Int
    /// Whether the counts are those of the shortest edit script. Otherwise the texts differ too much, and all lines
    /// from the first difference to the last count as removed and added.
    let isShortest: Bool
    /// The work done: the number of compared lines, plus the steps of the search.
    let work: Int

    /// Takes a fraction of a second.
    static let limit = 10_000_000

    init(from old: [Substring], to new: [Substring], limit: Int = Self.limit) {
        let begin = zip(old, new).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (old.dropFirst(begin), new.dropFirst(begin))
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        var search = ShortestWay(oldRest.dropLast(end), newRest.dropLast(end), limit: limit)
        let steps = search.steps()
        // Each step adds or removes one line, and the surplus of added lines is known.
        let surplus = new.count - old.count
        added = steps.map { ($0 + surplus) / 2 } ?? newRest.count - end
        removed = steps.map { ($0 - surplus) / 2 } ?? oldRest.count - end
        isShortest = steps != nil
        work = begin + end + search.work
    }
}

/// The search for the shortest edit script. It keeps only the furthest position on each diagonal and not the path, so
/// its memory grows only with the size of the difference.
private struct ShortestWay {
    private let old: [Int]
    private let new: [Int]
    private let limit: Int
    private(set) var work = 0

    init(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>, limit: Int) {
        // Equal lines get equal numbers, so that comparing them takes the same time whatever their length.
        var numbers: [Substring: Int] = [:]
        for line in old + new where numbers[line] == nil { numbers[line] = numbers.count }
        self.old = old.map { numbers[$0] ?? 0 }
        self.new = new.map { numbers[$0] ?? 0 }
        self.limit = limit
    }

    /// Returns the number of lines to add and remove; `nil` when finding it exceeds the limit.
    mutating func steps() -> Int? {
        let most = old.count + new.count
        if old.isEmpty || new.isEmpty { return most }
        // This number of steps exhausts the limit when no two lines are equal.
        let allowed = min(most, Int(Double(2 * limit).squareRoot()))
        // The furthest position in `old` on each diagonal. The number of a diagonal is the position in `old` minus the
        // position in `new`.
        var reach = [Int](repeating: -1, count: 2 * allowed + 3)
        let middle = allowed + 1
        reach[middle + 1] = 0
        for steps in 0...allowed {
            for diagonal in stride(from: -steps, through: steps, by: 2) {
                let (before, behind) = (reach[middle + diagonal - 1], reach[middle + diagonal + 1])
                let place = slide(from: max(before + 1, behind), on: diagonal)
                if place >= old.count, place - diagonal >= new.count { return steps }
                reach[middle + diagonal] = place
                if work > limit { return nil }
            }
        }
        return nil
    }

    /// Follows a diagonal while the lines are equal.
    private mutating func slide(from start: Int, on diagonal: Int) -> Int {
        var place = start
        while place < old.count, place - diagonal < new.count, old[place] == new[place - diagonal] {
            place += 1
            work += 1
        }
        work += 1
        return place
    }
}
