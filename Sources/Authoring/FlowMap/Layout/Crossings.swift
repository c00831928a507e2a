/// Orders the cells of each column so that few edges cross: each cell moves to the mean position of its neighbours,
/// column by column, in both directions; then adjacent cells are swapped where that helps (Sugiyama, Tagawa and Toda
/// 1981).
struct Crossings {
    /// An edge, or a segment of one, between two cells of adjacent columns.
    struct Link {
        let left: Int
        /// Where it leaves, from 0 at the top of the cell to 1 at the bottom.
        let from: Double
        let right: Int
        let to: Double
    }

    /// The cells of each column, from the top.
    private(set) var columns: [[Int]]
    private let links: [Link]
    /// The links that end at a cell, and those that begin there.
    private var before: [[Int]]
    private var after: [[Int]]
    /// Cells of the same column that belong together.
    private let neighbours: [Int: Int]
    private var places: [Double]

    init(_ columns: [[Int]], cells: Int, _ links: [Link], neighbours: [Int: Int]) {
        self.columns = columns
        self.links = links
        self.neighbours = neighbours
        before = Array(repeating: [], count: cells)
        after = before
        places = Array(repeating: 0, count: cells)
        for (index, link) in links.enumerated() {
            before[link.right].append(index)
            after[link.left].append(index)
        }
        for column in columns.indices { place(column) }
    }

    mutating func reduce() {
        var best = columns
        var fewest = count
        for round in 0..<12 where fewest > 0 {
            let order = Array(columns.indices)
            for column in round.isMultiple(of: 2) ? order : order.reversed() {
                sort(column, towards: round.isMultiple(of: 2) ? before : after, isForward: round.isMultiple(of: 2))
            }
            swapNeighbours()
            let now = count
            if now < fewest { (best, fewest) = (columns, now) }
        }
        columns = best
        for column in columns.indices { place(column) }
    }

    /// Removes crossings by moving some of the cells only; all others keep their order.
    mutating func reduce(moving movable: Set<Int>) {
        for _ in 0..<12 {
            let before = columns
            swapNeighbours { movable.contains($0) || movable.contains($1) }
            if columns == before { return }
        }
    }

    private mutating func place(_ column: Int) {
        for (place, cell) in columns[column].enumerated() { places[cell] = Double(place) }
    }

    private mutating func sort(_ column: Int, towards links: [[Int]], isForward: Bool) {
        let keys = columns[column].map { cell -> (Double, Int) in
            var sum = links[cell].reduce(0) { $0 + end(self.links[$1], isLeft: isForward) }
            var count = Double(links[cell].count)
            if let neighbour = neighbours[cell] {
                sum += (places[neighbour] + 0.5) * 2
                count += 2
            }
            return (count == 0 ? places[cell] : sum / count, cell)
        }
        let sorted = keys.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        columns[column] = sorted.map(\.element.1)
        place(column)
    }

    private func end(_ link: Link, isLeft: Bool) -> Double {
        isLeft ? places[link.left] + link.from * 0.9 : places[link.right] + link.to * 0.9
    }

    // Counting.

    /// The number of crossings, and of cells that turns pass.
    var count: Int {
        let turns = neighbours.reduce(0) { $0 + Int(abs(places[$1.key] - places[$1.value])) - 1 }
        return columns.indices.dropLast().reduce(turns) { $0 + count(behind: $1) }
    }

    /// The number of crossing pairs of edges between a column and the next, in the time that sorting them takes.
    private func count(behind column: Int) -> Int {
        let ends = columns[column].flatMap { after[$0] }.map { index in
            (end(links[index], isLeft: true), end(links[index], isLeft: false))
        }
        let sorted = ends.sorted { $0 < $1 }.map(\.1)
        return Inversions.count(sorted)
    }

    /// Swaps vertically adjacent cells while that removes crossings.
    private mutating func swapNeighbours(where mayMove: (Int, Int) -> Bool = { _, _ in true }) {
        for column in columns.indices {
            for upper in columns[column].indices.dropLast() {
                let (first, second) = (columns[column][upper], columns[column][upper + 1])
                guard mayMove(first, second) else { continue }
                let now = crossings(first, above: second) + turns(first, second, at: upper)
                if crossings(second, above: first) + turns(second, first, at: upper) < now {
                    columns[column].swapAt(upper, upper + 1)
                    place(column)
                }
            }
        }
    }

    /// The number of cells that the turns of two cells would pass, with the two at a position and the one below it.
    private func turns(_ upper: Int, _ lower: Int, at place: Int) -> Int {
        let length = { (cell: Int, place: Int, other: Int) in
            neighbours[cell].map { $0 == other ? 0 : abs(place - Int(places[$0])) } ?? 0
        }
        return length(upper, place, lower) + length(lower, place + 1, upper)
    }

    private func crossings(_ upper: Int, above lower: Int) -> Int {
        func pairs(_ ends: (Int) -> [Double]) -> Int {
            let below = ends(lower)
            return ends(upper).reduce(0) { sum, end in sum + below.count { $0 < end } }
        }
        return pairs { before[$0].map { end(links[$0], isLeft: true) } }
            + pairs { after[$0].map { end(links[$0], isLeft: false) } }
    }
}

/// Counts the pairs of numbers in the wrong order.
enum Inversions {
    static func count(_ numbers: [Double]) -> Int {
        var numbers = numbers
        return sort(&numbers, 0..<numbers.count)
    }

    private static func sort(_ numbers: inout [Double], _ range: Range<Int>) -> Int {
        guard range.count > 1 else { return 0 }
        let middle = range.lowerBound + range.count / 2
        var count = sort(&numbers, range.lowerBound..<middle) + sort(&numbers, middle..<range.upperBound)
        var merged: [Double] = []
        var (left, right) = (range.lowerBound, middle)
        while left < middle || right < range.upperBound {
            if right == range.upperBound || (left < middle && numbers[left] <= numbers[right]) {
                merged.append(numbers[left])
                left += 1
            } else {
                merged.append(numbers[right])
                count += middle - left
                right += 1
            }
        }
        numbers.replaceSubrange(range, with: merged)
        return count
    }
}
