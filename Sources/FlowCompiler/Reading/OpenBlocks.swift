/// The blocks that are open where the reader stands, from the outermost in, and which of them a line is meant for.
struct OpenBlocks {
    struct Block {
        let region: Region
        let isList: Bool
        /// The column at which its lines begin.
        let indent: Int
        /// That column, and wrong ones that have been reported.
        var indents: Set<Int>
    }

    private(set) var all: [Block] = []

    /// How many blocks may lie in each other.
    static let deepest = 40

    /// Opens a block inside the others. Returns its depth.
    mutating func open(_ region: Region, isList: Bool, indent: Int) -> Int {
        all.append(Block(region: region, isList: isList, indent: indent, indents: [indent]))
        return all.count - 1
    }

    mutating func close() { all.removeLast() }

    /// From now on lines may begin at this wrong column too: it has been reported.
    mutating func accept(_ indent: Int, at depth: Int) { all[depth].indents.insert(indent) }

    /// The depth of the block that a line is meant for: one whose lines begin at its column, else the one whose lines it
    /// resembles most, the nearest of several.
    func owner(of line: Line, _ shape: LineShape) -> Int {
        let fitting = all.indices.filter { depth in
            let block = all[depth]
            guard block.isList == shape.isItem, block.indents.contains(line.indent) else { return false }
            return !block.region.refuses(shape) && (!line.hasTab || resemblance(depth, shape) > 0)
        }
        // Of equals the innermost is meant: the first from behind.
        if let best = fitting.reversed().max(by: { resemblance($0, shape) < resemblance($1, shape) }) { return best }
        let best = all.indices.reversed().max { left, right in
            (resemblance(left, shape), -distance(left, line)) < (resemblance(right, shape), -distance(right, line))
        }
        if let best, resemblance(best, shape) > 0 { return best }
        return all.lastIndex { $0.indent <= line.indent } ?? 0
    }

    private func resemblance(_ depth: Int, _ shape: LineShape) -> Int {
        if all[depth].isList { return shape.isItem ? 2 : 0 }
        return all[depth].region.refuses(shape) ? 0 : all[depth].region.resemblance(to: shape)
    }

    private func distance(_ depth: Int, _ line: Line) -> Int {
        line.hasTab ? 0 : abs(all[depth].indent - line.indent)
    }
}
