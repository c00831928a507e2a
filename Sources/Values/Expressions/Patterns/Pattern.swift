/// A pattern that a whole text must match, in time linear in the length of the text.
///
/// The syntax is that of regular expressions without the constructs that need backtracking: letters, `.`, classes such
/// as `[A-Z]` and `\d`, groups, `|`, and the quantifiers `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`. There are no
/// back-references and no look-around. The pattern is compiled to a small program that follows all alternatives at once
/// (after Thompson and Pike), so no input can make it slow.
public struct Pattern: Sendable, Hashable {
    /// As the author wrote it.
    public let source: String
    /// Whether capital and small letters match each other.
    private let ignoresCase: Bool
    let program: [Instruction]

    /// What a pattern that forgives case begins with.
    public static let ignoringCase = "(?i)"

    /// Compiles `source`.
    ///
    /// - Throws: `PatternMistake`, in the author's terms, when the pattern is not valid.
    public init(_ source: String) throws(PatternMistake) {
        ignoresCase = source.hasPrefix(Self.ignoringCase)
        var parser = PatternParser(ignoresCase ? String(source.dropFirst(Self.ignoringCase.count)) : source)
        let tree = try parser.pattern()
        var compiler = PatternCompiler()
        try compiler.emit(tree)
        self.source = source
        program = compiler.program + [.match]
    }

    /// Whether all of `text` matches.
    public func matches(_ text: String) -> Bool {
        var steps = 0
        return matches(text, counting: &steps)
    }

    /// Matches, and counts the executed instructions: per character, never more than the program has.
    func matches(_ text: String, counting steps: inout Int) -> Bool {
        var current = ThreadList(size: program.count)
        var next = ThreadList(size: program.count)
        add(0, to: &current)
        for scalar in text.unicodeScalars {
            if current.isEmpty { return false }
            steps += current.instructions.count
            for index in current.instructions {
                if case .take(let set) = program[index], takes(set, scalar) { add(index + 1, to: &next) }
            }
            swap(&current, &next)
            next.clear()
        }
        return current.instructions.contains(program.count - 1)
    }

    /// Whether a position of the pattern accepts a character, in the other case too if the pattern forgives it.
    private func takes(_ set: ScalarSet, _ scalar: Unicode.Scalar) -> Bool {
        if !ignoresCase || scalar.otherCases.isEmpty { return set.contains(scalar) }
        let forms = [scalar] + scalar.otherCases
        // What a class excludes is excluded in every case: `[^a]` does not accept `A`.
        return set.isInverted ? forms.allSatisfy(set.contains) : forms.contains(where: set.contains)
    }

    /// Follows all instructions that consume no character, without recursion.
    private func add(_ start: Int, to list: inout ThreadList) {
        var pending = [start]
        while let index = pending.popLast() {
            guard list.insert(index) else { continue }
            switch program[index] {
            case .jump(let target): pending.append(target)
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .take, .match: break
            }
        }
    }

    enum Instruction: Sendable, Hashable {
        case take(ScalarSet)
        case jump(Int)
        case split(Int, Int)
        case match
    }
}

/// The reason why a pattern is not valid.
public struct PatternMistake: Error, Equatable {
    /// A sentence about the pattern, without its full stop.
    public let message: String

    init(_ message: String) { self.message = message }
}

/// The positions in a program that a match can be at, without duplicates.
private struct ThreadList {
    private(set) var instructions: [Int] = []
    private var isIn: [Bool]

    init(size: Int) { isIn = Array(repeating: false, count: size) }

    var isEmpty: Bool { instructions.isEmpty }

    mutating func insert(_ index: Int) -> Bool {
        if isIn[index] { return false }
        isIn[index] = true
        instructions.append(index)
        return true
    }

    mutating func clear() {
        for index in instructions { isIn[index] = false }
        instructions.removeAll(keepingCapacity: true)
    }
}

extension Unicode.Scalar {
    /// The character in capital and in small letters, where that is another single character.
    fileprivate var otherCases: [Unicode.Scalar] {
        guard properties.isCased else { return [] }
        return [properties.uppercaseMapping, properties.lowercaseMapping].compactMap { form in
            let scalars = form.unicodeScalars
            guard scalars.count == 1, let only = scalars.first, only != self else { return nil }
            return only
        }
    }
}
