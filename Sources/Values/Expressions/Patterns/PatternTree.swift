/// What a pattern consists of.
indirect enum PatternTree {
    case empty
    case one(ScalarSet)
    case sequence([PatternTree])
    case either([PatternTree])
    /// `most` is `nil` when there is no upper bound.
    case repeated(PatternTree, least: Int, most: Int?)
}

/// The characters that one place of a pattern takes.
struct ScalarSet: Sendable, Hashable {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var isInverted = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar) } != isInverted
    }

    static func scalar(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar...scalar]) }

    /// Everything but the end of a line.
    static let any = ScalarSet(ranges: ["\n"..."\n"], isInverted: true)
    static let digits = ScalarSet(ranges: ["0"..."9"])
    static let wordCharacters = ScalarSet(ranges: ["0"..."9", "A"..."Z", "_"..."_", "a"..."z"])
    static let spaces = ScalarSet(ranges: ["\t"..."\r", " "..." ", "\u{A0}"..."\u{A0}"])

    /// The class that a letter after a backslash stands for.
    static func named(_ letter: Unicode.Scalar) -> ScalarSet? {
        switch letter {
        case "d": digits
        case "w": wordCharacters
        case "s": spaces
        case "D": digits.inverted
        case "W": wordCharacters.inverted
        case "S": spaces.inverted
        default: nil
        }
    }

    var inverted: ScalarSet { ScalarSet(ranges: ranges, isInverted: !isInverted) }

    /// The ranges as they are when nothing is inverted.
    var plainRanges: [ClosedRange<Unicode.Scalar>] {
        guard isInverted else { return ranges }
        var result: [ClosedRange<Unicode.Scalar>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            result += Self.ranges(from: next, below: range.lowerBound.value)
            next = max(next, range.upperBound.value + 1)
        }
        return result + Self.ranges(from: next, below: 0x110000)
    }

    /// The scalars between two numbers, leaving out the surrogates, which are no scalars.
    private static func ranges(from low: UInt32, below high: UInt32) -> [ClosedRange<Unicode.Scalar>] {
        [(low, min(high, 0xD800)), (max(low, 0xE000), high)].compactMap { low, high in
            guard low < high, let first = Unicode.Scalar(low), let last = Unicode.Scalar(high - 1) else { return nil }
            return first...last
        }
    }
}
