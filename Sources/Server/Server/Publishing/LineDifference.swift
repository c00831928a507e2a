/// How many lines came and went between two texts: the shortest way from one to the other (Myers, 1986), looked for only as
/// long as `limit` allows.
struct LineDifference: Equatable {
    let added: Int
    let removed: Int
    /// Whether it is the shortest way. Else too much differs to look at each line, and all lines between the first that
    /// differs and the last count as gone and come.
    let isShortest: Bool
    /// Lines that were compared, and steps beside them.
    let work: Int

    /// A fraction of a second.
    static let limit = 10_000_000

    init(from old: [Substring], to new: [Substring], limit: Int = Self.limit) {
        let begin = zip(old, new).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (old.dropFirst(begin), new.dropFirst(begin))
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        var search = ShortestWay(oldRest.dropLast(end), newRest.dropLast(end), limit: limit)
        let steps = search.steps()
        // Every step adds a line or removes one, and how many more are added than removed is known.
        let surplus = new.count - old.count
        added = steps.map { ($0 + surplus) / 2 } ?? newRest.count - end
        removed = steps.map { ($0 - surplus) / 2 } ?? oldRest.count - end
        isShortest = steps != nil
        work = begin + end + search.work
    }
}

/// The search for the shortest way. It remembers how far it came on each diagonal, not the way, so that memory stays as small
/// as the difference.
private struct ShortestWay {
    private let old: [Int]
    private let new: [Int]
    private let limit: Int
    private(set) var work = 0

    init(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>, limit: Int) {
        // Equal lines get equal numbers, so that comparing them costs the same however long they are.
        var numbers: [Substring: Int] = [:]
        for line in old + new where numbers[line] == nil { numbers[line] = numbers.count }
        self.old = old.map { numbers[$0] ?? 0 }
        self.new = new.map { numbers[$0] ?? 0 }
        self.limit = limit
    }

    /// How many lines have to be added and removed; `nil` when that takes more work than is allowed.
    mutating func steps() -> Int? {
        let most = old.count + new.count
        if old.isEmpty || new.isEmpty { return most }
        // So many steps are as much work as is allowed, when no two lines are the same.
        let allowed = min(most, Int(Double(2 * limit).squareRoot()))
        // How many lines of `old` are behind us on each diagonal. Its number is by how much that is more than of `new`.
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

    /// Goes on while lines are the same.
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
