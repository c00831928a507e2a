/// The open blocks at the reader's position, from the outermost in, and which of them a line is intended for.
struct OpenBlocks {
    private(set) var all: [OpenBlock] = []

    /// The limit for the nesting of blocks.
    static let deepest = 40

    /// Opens a block inside the others. Returns its depth.
    mutating func open(_ block: OpenBlock) -> Int {
        all.append(block)
        return all.count - 1
    }

    mutating func close() { all.removeLast() }

    /// Closes the blocks inside the one at `depth`.
    mutating func close(downTo depth: Int) { all.removeSubrange((depth + 1)...) }

    /// Lines may begin at this wrong column from now on: it has been reported.
    mutating func accept(_ indent: Int, at depth: Int) { all[depth].indents.insert(indent) }

    /// More lines may begin at this wrong column, which is that of another block: it has been reported.
    mutating func expect(_ indent: Int, at depth: Int) { all[depth].strayIndents.insert(indent) }

    /// Records that the block at `depth` has this key.
    mutating func note(_ key: String, at depth: Int) { all[depth].keys.insert(key) }

    /// The depth of the block that a line with a tab is intended for, whose column is uncertain: one at that column that
    /// can have such a line, otherwise the innermost one with similar lines.
    func owner(ofTabbed line: Line, _ shape: LineShape) -> Int {
        let fitting = all.indices.filter { all[$0].indents.contains(line.indent) && all[$0].canHold(shape) }
        let likely = fitting.isEmpty ? all.indices.filter { all[$0].canHold(shape) } : fitting
        // Among equals, the innermost is used: the first from the end.
        if let best = likely.reversed().min(by: { all[$0].strangeness(of: shape) < all[$1].strangeness(of: shape) }) {
            return best
        }
        return all.lastIndex { $0.indent <= line.indent } ?? 0
    }
}

/// A block whose lines are being read.
struct OpenBlock {
    let region: Region
    let isList: Bool
    /// The key above a list.
    let listKey: String
    /// The place of the block in a Config file, where it is known.
    let place: KeyPlace?
    /// The column at which its lines begin.
    let indent: Int
    /// That column, and wrong ones that have been reported.
    var indents: Set<Int>
    /// Columns of other blocks at which lines of this one have been reported.
    var strayIndents: Set<Int> = []
    /// The valid keys of such a block.
    let known: Set<String>
    /// The keys that have been read.
    var keys: Set<String> = []

    init(
        _ region: Region, listBelow listKey: String? = nil, place: KeyPlace? = nil, indent: Int,
        known: Set<String> = []
    ) {
        self.region = region
        isList = listKey != nil
        self.listKey = listKey ?? ""
        self.place = place
        self.indent = indent
        indents = [indent]
        self.known = known
    }

    private static let impossible = 100

    /// Whether a line can be part of this block.
    func canHold(_ line: LineShape) -> Bool { strangeness(of: line) < Self.impossible }

    /// How unusual a line would be here: 0 for a valid key of the block.
    func strangeness(of line: LineShape) -> Int {
        if isList || line.isItem { return isList && line.isItem ? 0 : Self.impossible }
        guard line.hasColon, !region.refuses(line) else { return Self.impossible }
        switch region {
        case .flow, .bot, .language, .card, .translation, .translated:
            if known.contains(line.word) { return keys.contains(line.word) ? 4 : 0 }
            return Vocabulary.keys.contains(line.word) ? 4 : Self.impossible
        case .steps, .named, .weeks:
            return line.hasValue ? Self.impossible : Vocabulary.keys.contains(line.word) ? 3 : 1
        case .conditions: return line.word == "otherwise" && !keys.contains("otherwise") ? 0 : 3
        case .labelled: return 3
        case .translations: return 1
        case .assignments, .inputs, .table: return line.hasValue ? 2 : 6
        case .config: return 1
        }
    }
}
