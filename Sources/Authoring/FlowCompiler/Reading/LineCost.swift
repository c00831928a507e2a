import Diagnostics

/// How unlikely it is that a line is intended for a block, and that the lines after it follow it there.
///
/// A line at the right column with a key of its block costs nothing. Every doubt adds to the cost; with a single mistake
/// in a file, the cheapest reading is the intended one.
enum LineCost {
    /// The line begins at another column than the block. The distance is added, up to `farthest`.
    static let otherColumn = 30
    static let farthest = 9
    /// The same, after a line of the block began there, too.
    static let strayColumn = 10
    /// At another column than the left margin there is no unknown key of a file.
    static let unknownAtOtherColumn = 60
    /// The key is unknown, and no misspelling of a known one.
    static let unknownKey = 20
    /// The key is a key of the language, but not of this block.
    static let keyOfOtherBlock = 15
    static let blockOfOtherBlock = 25
    /// The key is unknown and has lines below it, as the name of a step has.
    static let unknownBlock = 40
    /// The key is already in the block.
    static let repeatedKey = 20
    /// The key is one of a step, where labels or conditions stand.
    static let keyAmongLabels = 45
    /// The key is no key of a file, at the left margin.
    static let strangeAtMargin = 38
    /// A line without a colon, or an item where there is none, or none where there is one.
    static let noColon = 25
    static let itemAmongKeys = 60
    static let keyAmongItems = 50
    /// A value where a block is needed, or nothing where something is.
    static let valueForBlock = 40
    static let nothingForValue = 15
    static let nothingForLabel = 33
    /// Up to this cost, nothing about a line is in doubt.
    static let noDoubt = 6
}

extension OpenBlock {
    /// The cost of a line with this form in the block, wherever it begins.
    func cost(of line: LineShape) -> Int {
        if isList { return line.isItem ? 0 : LineCost.keyAmongItems }
        if line.isItem { return LineCost.itemAmongKeys }
        guard line.hasColon else { return LineCost.noColon }
        if region.refuses(line) { return LineCost.valueForBlock }
        let isRepeated = keys.contains(line.word)
        switch region {
        case .flow, .bot, .translation:
            if known.contains(line.word) { return isRepeated ? LineCost.strangeAtMargin : 0 }
            if Vocabulary.keys.contains(line.word) { return LineCost.strangeAtMargin + 2 }
            return isNearKey(line.word) ? 8 : LineCost.strangeAtMargin
        case .language, .card, .translated:
            if known.contains(line.word) { return isRepeated ? LineCost.repeatedKey : 0 }
            if Vocabulary.keys.contains(line.word) {
                return line.hasValue ? LineCost.keyOfOtherBlock : LineCost.blockOfOtherBlock
            }
            return isNearKey(line.word) ? 8 : line.hasValue ? LineCost.unknownKey : LineCost.unknownBlock
        case .steps, .named, .weeks:
            if line.hasValue { return LineCost.valueForBlock }
            return Vocabulary.keys.contains(line.word) ? LineCost.unknownKey : isRepeated ? LineCost.noDoubt + 1 : 1
        case .labelled, .conditions:
            if line.word == "otherwise" { return region == .conditions && !isRepeated ? 0 : LineCost.unknownKey }
            if !line.hasValue { return LineCost.nothingForLabel }
            return Vocabulary.stepOnlyKeys.contains(line.word) ? LineCost.keyAmongLabels : 3
        case .translations: return 1
        case .assignments, .inputs, .table: return line.hasValue ? 2 : LineCost.nothingForValue
        case .config: return costInConfig(of: line, isRepeated)
        }
    }

    private func costInConfig(of line: LineShape, _ isRepeated: Bool) -> Int {
        guard let place else { return 1 }
        let table = place.table
        if let key = table[line.word] {
            if isRepeated { return LineCost.repeatedKey }
            return line.hasValue && key.forms.allSatisfy(\.isBlock) ? LineCost.valueForBlock : 0
        }
        guard let chosen = table.chosen else { return isNearKey(line.word) ? 8 : LineCost.unknownKey }
        return line.hasValue && chosen.forms.allSatisfy(\.isBlock) ? LineCost.valueForBlock : 2
    }

    private func isNearKey(_ word: String) -> Bool { closest(to: word, among: known) != nil }

    /// The cost of the column at which a line begins.
    func columnCost(of line: Line, _ shape: LineShape) -> Int {
        if line.hasTab || indents.contains(line.indent) { return 0 }
        if strayIndents.contains(line.indent) { return LineCost.strayColumn }
        let distance = min(LineCost.farthest, abs(indent - line.indent))
        return LineCost.otherColumn + distance
            + (isOutermost && !known.contains(shape.word) ? LineCost.unknownAtOtherColumn : 0)
    }

    private var isOutermost: Bool {
        switch region {
        case .flow, .bot, .translation: true
        case .steps, .language, .card, .named, .weeks, .labelled, .conditions, .assignments, .inputs, .table, .config,
            .translations, .translated:
            false
        }
    }
}

extension OpenBlocks {
    /// The block in which a line is cheapest, the innermost of several.
    ///
    /// A misspelt key is expensive to recognise, so blocks are compared from the likeliest column on, and those whose
    /// column alone costs more than the best reading are left out.
    fileprivate func cheapest(for line: Line, _ shape: LineShape) -> (depth: Int, cost: Int)? {
        let columns = all.indices.map { (depth: $0, cost: all[$0].columnCost(of: line, shape)) }
        var best: (depth: Int, cost: Int)?
        for column in columns.sorted(by: { ($0.cost, $1.depth) < ($1.cost, $0.depth) }) {
            if let best, column.cost > best.cost { break }
            let cost = column.cost + all[column.depth].cost(of: shape)
            if best.map({ (cost, $0.depth) < ($0.cost, column.depth) }) ?? true { best = (column.depth, cost) }
        }
        return best
    }
}

extension ValueForm {
    /// Whether such a value is on the lines below its key.
    fileprivate var isBlock: Bool {
        switch self {
        case .block, .channel: true
        default: false
        }
    }
}

extension FileReader {
    /// The depth of the block that the next line is intended for.
    ///
    /// Usually that is the innermost block at its column that can have such a line. When something about that is in doubt,
    /// the lines after it decide.
    func likelyOwner(of line: Line, _ shape: LineShape) -> Int {
        if isFirstStep(line, shape) { return 0 }
        let all = blocks.all
        let exact = all.indices.reversed().filter { all[$0].indents.contains(line.indent) }
        if let plain = exact.min(by: { all[$0].cost(of: shape) < all[$1].cost(of: shape) }),
            all[plain].cost(of: shape) <= LineCost.noDoubt,
            isFollowedBySame(line, shape, all[plain]) || cost(ofLineIn: plain, ahead: 1) <= LineCost.noDoubt * 2
        {
            return plain
        }
        let ranked = all.indices.reversed().map { (depth: $0, cost: cost(ofLineIn: $0, ahead: 4)) }
        return ranked.min { $0.cost < $1.cost }?.depth ?? 0
    }

    /// Whether a line with its value is followed by another one of its block: nothing is in doubt then.
    private func isFollowedBySame(_ line: Line, _ shape: LineShape, _ block: OpenBlock) -> Bool {
        guard shape.hasValue, next + 1 < lines.count else { return false }
        let following = lines[next + 1]
        return following.indent == line.indent && !following.hasTab
            && block.cost(of: self.shape(of: following)) <= LineCost.noDoubt
    }

    /// Whether a line begins the steps of a flow that has no `steps:`, whose line is missing: a name with keys of a step
    /// below it.
    func isFirstStep(_ line: Line, _ shape: LineShape) -> Bool {
        guard let flow = blocks.all.first, flow.region == .flow, line.indent > 0, !flow.keys.contains("steps"),
            !blocks.all.contains(where: { $0.region == .steps }), flow.keys.contains("flow"),
            !flow.keys.contains("translation"), shape.hasColon, !shape.hasValue,
            !Vocabulary.keys.contains(shape.word), next + 1 < lines.count, lines[next + 1].indent > line.indent
        else { return false }
        let below = self.shape(of: lines[next + 1])
        return below.hasColon && block(below: shape.word, .steps, indent: 0, in: nil).known.contains(below.word)
            && !lines[next...].contains { $0.indent == 0 && self.shape(of: $0).word == "steps" }
    }

    /// The cost of reading the next line into the block at `depth`, and some lines after it as they then follow.
    private func cost(ofLineIn depth: Int, ahead: Int) -> Int {
        let block = blocks.all[depth]
        let shape = shape(of: lines[next])
        var reading = AheadReading(self, next)
        let own = block.columnCost(of: lines[next], shape) + block.cost(of: shape)
        let missing = reading.enter(depth, shape)
        return own + missing + reading.cost(of: ahead)
    }

    /// Whether the next line, which is not further in than the key above it, is intended to be in the block below it.
    ///
    /// - Parameter block: the block, with the column that its lines would have.
    func isLikelyBelow(_ block: OpenBlock) -> Bool {
        let shape = shape(of: lines[next])
        guard block.cost(of: shape) < LineCost.otherColumn else { return false }
        var inside = AheadReading(self, next)
        inside.open(block)
        let column = LineCost.otherColumn + min(LineCost.farthest, abs(block.indent - lines[next].indent))
        let missing = inside.enter(inside.blocks.all.count - 1, shape)
        let costInside = column + block.cost(of: shape) + missing + inside.cost(of: 4)
        var outside = AheadReading(self, next)
        return costInside < LineCost.otherColumn + outside.cost(of: 5)
    }
}

/// A quick reading of the next lines, only to see how well they follow each other.
private struct AheadReading {
    private let reader: FileReader
    private(set) var blocks: OpenBlocks
    private var next: Int

    init(_ reader: FileReader, _ next: Int) {
        self.reader = reader
        self.next = next
        blocks = reader.blocks
    }

    mutating func open(_ block: OpenBlock) { _ = blocks.open(block) }

    /// The cost of the next lines, each in the block where it is cheapest.
    mutating func cost(of count: Int) -> Int {
        var cost = 0
        for _ in 0..<count where next < reader.lines.count {
            let line = reader.lines[next]
            let shape = reader.shape(of: line)
            guard let best = blocks.cheapest(for: line, shape) else { return cost }
            cost += best.cost + enter(best.depth, shape)
        }
        return cost
    }

    /// Reads the next line into the block at `depth`, opens the block below it, and skips the rest of its text. Returns
    /// the cost of a value that is missing.
    mutating func enter(_ depth: Int, _ shape: LineShape) -> Int {
        blocks.close(downTo: depth)
        let block = blocks.all[depth]
        let line = reader.lines[next]
        next += 1
        guard shape.isItem else {
            if shape.hasColon { blocks.note(shape.word, at: depth) }
            return below(shape, line, block)
        }
        return item(line, block)
    }

    private mutating func item(_ line: Line, _ block: OpenBlock) -> Int {
        let start = reader.contentStart(ofItem: line)
        let column = block.indent + reader.file.text(in: line.start..<start).count
        let content = line.moved(to: start, indent: column)
        guard start < line.range.upperBound, reader.isBlockItem(content, block.region) else {
            skipText(deeperThan: block.indent)
            return 0
        }
        let shape = reader.shape(of: content)
        var inner = reader.block(ofItemBelow: block.listKey, block.region, indent: column)
        inner.keys.insert(shape.word)
        open(inner)
        return below(shape, content, inner)
    }

    private mutating func below(_ shape: LineShape, _ line: Line, _ block: OpenBlock) -> Int {
        // Behind the key of a block stands no value; what stands there is reported.
        let hasBlock = Vocabulary.blockKeys.contains(shape.word) && [.flow, .bot, .language].contains(block.region)
        if shape.hasValue, !hasBlock {
            if reader.hasBlockText(line) {
                while next < reader.lines.count, reader.lines[next].indent > block.indent { next += 1 }
            } else if block.region.isProse(shape.word) {
                skipText(deeperThan: block.indent)
            }
            return 0
        }
        guard next < reader.lines.count else { return missing(shape, block) }
        let following = reader.lines[next]
        if following.indent <= block.indent, !reader.isItem(following), isFirstBelow(following, shape, block) {
            return 0
        }
        if reader.isItem(following) {
            guard following.indent >= block.indent else { return missing(shape, block) }
            open(reader.list(below: shape.word, block, indent: following.indent))
        } else if following.indent > block.indent {
            if block.region.isProse(shape.word), !reader.beginsWithKey(following) {
                skipText(deeperThan: block.indent)
            } else {
                let key = reader.meant(by: shape.word, in: block)
                let column = reader.columnOfMost(below: block.indent, block.region.below(key), from: next)
                open(reader.block(below: key, block.region, indent: column, in: block))
            }
        } else {
            return missing(shape, block)
        }
        return 0
    }

    /// Opens the block below a key although its first line is not further in, when that line can only belong there.
    private mutating func isFirstBelow(_ line: Line, _ shape: LineShape, _ block: OpenBlock) -> Bool {
        guard shape.hasColon, next + 1 < reader.lines.count, reader.lines[next + 1].indent > block.indent else {
            return false
        }
        let first = reader.shape(of: line)
        let column = reader.column(below: block.indent, from: next)
        let inner = reader.block(below: shape.word, block.region, indent: column, in: block)
        guard first.hasValue || column < reader.lines[next + 1].indent, inner.cost(of: first) <= LineCost.noDoubt,
            !block.region.isProse(shape.word)
        else { return false }
        open(inner)
        return true
    }

    /// The cost of a key without a value.
    private func missing(_ shape: LineShape, _ block: OpenBlock) -> Int {
        guard shape.hasColon else { return 0 }
        return block.mayBeEmpty(shape.word) ? 0 : LineCost.nothingForValue
    }

    private mutating func skipText(deeperThan indent: Int) {
        while next < reader.lines.count, reader.lines[next].indent > indent, !reader.beginsWithKey(reader.lines[next]) {
            next += 1
        }
    }
}

extension OpenBlock {
    /// Whether a key of the block may stand without a value: queues of people and examples may.
    fileprivate func mayBeEmpty(_ key: String) -> Bool {
        switch region {
        case .named: true
        case .config: place.map { $0.table[key] == nil && $0.table.chosen.map(\.mayBeEmpty) ?? false } ?? true
        default: false
        }
    }
}

extension ChosenKeys {
    fileprivate var mayBeEmpty: Bool { forms.contains { if case .nothing = $0 { true } else { false } } }
}
