/// Compiles the tree of a pattern to instructions.
struct PatternCompiler {
    private(set) var program: [Pattern.Instruction] = []
    /// The number of parts emitted so far: empty parts take no instruction, but time.
    private var emissions = 0
    private static let most = 20_000

    mutating func emit(_ tree: PatternTree) throws(PatternMistake) {
        emissions += 1
        guard emissions <= Self.most, program.count < Self.most else {
            throw PatternMistake("this pattern repeats too much")
        }
        switch tree {
        case .empty: break
        case .one(let set): program.append(.take(set))
        case .sequence(let parts): for part in parts { try emit(part) }
        case .either(let options): try emit(either: options)
        case .repeated(let part, let least, let most): try emit(part, least: least, most: most)
        }
    }

    private mutating func emit(either options: [PatternTree]) throws(PatternMistake) {
        var ends: [Int] = []
        for option in options.dropLast() {
            let split = reserve()
            try emit(option)
            ends.append(reserve())
            program[split] = .split(split + 1, program.count)
        }
        if let last = options.last { try emit(last) }
        for end in ends { program[end] = .jump(program.count) }
    }

    private mutating func emit(_ part: PatternTree, least: Int, most: Int?) throws(PatternMistake) {
        for _ in 0..<least { try emit(part) }
        guard let most else {
            let split = reserve()
            try emit(part)
            program.append(.jump(split))
            program[split] = .split(split + 1, program.count)
            return
        }
        var splits: [Int] = []
        for _ in least..<max(least, most) {
            splits.append(reserve())
            try emit(part)
        }
        for split in splits { program[split] = .split(split + 1, program.count) }
    }

    /// Reserves an instruction whose target is not known yet.
    private mutating func reserve() -> Int {
        program.append(.match)
        return program.count - 1
    }
}
