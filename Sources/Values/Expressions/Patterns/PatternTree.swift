/// The syntax tree of a pattern.
indirect enum PatternTree {
    case empty
    case one(ScalarSet)
    case sequence([PatternTree])
    case either([PatternTree])
    /// `most` is `nil` when there is no upper bound.
    case repeated(PatternTree, least: Int, most: Int?)
}

/// The characters that one position of a pattern matches.
struct ScalarSet: Sendable, Hashable {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var isInverted = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar) } != isInverted
    }

    static func scalar(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar...scalar]) }

    /// Every character except the line break.
    static let any = ScalarSet(ranges: ["\n"..."\n"], isInverted: true)
    static let digits = ScalarSet(ranges: ["0"..."9"])
    static let wordCharacters = ScalarSet(ranges: ["0"..."9", "A"..."Z", "_"..."_", "a"..."z"])
    static let spaces = ScalarSet(ranges: ["\t"..."\r", " "..." ", "\u{A0}"..."\u{A0}"])

    /// The class for a letter after a backslash.
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

    /// The equivalent ranges without inversion.
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

    /// The scalars in a range of numbers, without the surrogates, which are not scalars.
    private static func ranges(from low: UInt32, below high: UInt32) -> [ClosedRange<Unicode.Scalar>] {
        [(low, min(high, 0xD800)), (max(low, 0xE000), high)].compactMap { low, high in
            guard low < high, let first = Unicode.Scalar(low), let last = Unicode.Scalar(high - 1) else { return nil }
            return first...last
        }
    }
}
