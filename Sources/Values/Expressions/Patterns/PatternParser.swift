/// Parses the text of a pattern.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var depth = 0
    private static let deepest = 50
    private static let mostRepeats = 1000

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    mutating func pattern() throws(PatternMistake) -> PatternTree {
        let tree = try either()
        guard at == scalars.count else { throw PatternMistake("this pattern has a `)` without `(`") }
        return tree
    }

    private var peek: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        at += 1
        return true
    }

    private mutating func either() throws(PatternMistake) -> PatternTree {
        var options = [try sequence()]
        while take("|") { options.append(try sequence()) }
        return options.count == 1 ? options[0] : .either(options)
    }

    private mutating func sequence() throws(PatternMistake) -> PatternTree {
        var parts: [PatternTree] = []
        while let scalar = peek, scalar != "|", scalar != ")" { parts.append(try repeated()) }
        return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func repeated() throws(PatternMistake) -> PatternTree {
        let tree = try single()
        guard let (least, most) = try count() else { return tree }
        _ = take("?")  // greedy or lazy makes no difference when the whole text must match
        if try count() != nil { throw PatternMistake("two counts follow each other in this pattern") }
        return .repeated(tree, least: least, most: most)
    }

    private mutating func count() throws(PatternMistake) -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard peek == "{" else { return nil }
        at += 1
        guard let least = number() else { throw PatternMistake("a number should follow the `{` of this pattern") }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}") else { throw PatternMistake("this pattern has a `{` without `}`") }
        guard least <= Self.mostRepeats, (most ?? least) <= Self.mostRepeats else {
            throw PatternMistake("a count in a pattern is at most \(Self.mostRepeats)")
        }
        if let most, most < least { throw PatternMistake("this pattern counts from \(least) down to \(most)") }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let start = at
        while let scalar = peek, ("0"..."9").contains(scalar), at - start < 6 { at += 1 }
        return Int(String(String.UnicodeScalarView(scalars[start..<at])))
    }

    private mutating func single() throws(PatternMistake) -> PatternTree {
        let scalar = scalars[at]
        at += 1
        switch scalar {
        case "(": return try group()
        case "[": return .one(try characterClass())
        case ".": return .one(.any)
        case "\\": return .one(try escape())
        case "^", "$": return .empty  // the whole text must match anyway
        case "*", "+", "?", "{": throw PatternMistake("nothing stands before the `\(scalar)` of this pattern")
        default: return .one(.scalar(scalar))
        }
    }

    private mutating func group() throws(PatternMistake) -> PatternTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw PatternMistake("the brackets of this pattern lie too deep") }
        if take("?"), !take(":") {
            throw PatternMistake("this pattern looks ahead or back, which cannot be run in linear time")
        }
        let tree = try either()
        guard take(")") else { throw PatternMistake("this pattern has a `(` without `)`") }
        return tree
    }

    private mutating func escape() throws(PatternMistake) -> ScalarSet {
        guard let scalar = peek else { throw PatternMistake("this pattern ends with a `\\`") }
        at += 1
        if let set = ScalarSet.named(scalar) { return set }
        switch scalar {
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "t": return .scalar("\t")
        case "0"..."9": throw PatternMistake("this pattern refers back with `\\\(scalar)`, which is not read here")
        case let letter where letter.properties.isAlphabetic:
            throw PatternMistake("patterns have no `\\\(letter)`")
        default: return .scalar(scalar)
        }
    }

    private mutating func characterClass() throws(PatternMistake) -> ScalarSet {
        var set = ScalarSet()
        set.isInverted = take("^")
        var isFirst = true
        while let scalar = peek, scalar != "]" || isFirst {
            isFirst = false
            at += 1
            let low = scalar == "\\" ? try escape() : .scalar(scalar)
            guard peek == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
                set.ranges += low.plainRanges
                continue
            }
            at += 1
            set.ranges.append(try range(from: low))
        }
        guard take("]") else { throw PatternMistake("this pattern has a `[` without `]`") }
        return set
    }

    /// The range from the character that has been read to the next one.
    private mutating func range(from low: ScalarSet) throws(PatternMistake) -> ClosedRange<Unicode.Scalar> {
        let scalar = scalars[at]
        at += 1
        let high = scalar == "\\" ? try escape() : .scalar(scalar)
        guard let first = low.onlyScalar, let last = high.onlyScalar, first <= last else {
            throw PatternMistake("a range in this pattern goes backwards")
        }
        return first...last
    }
}

extension ScalarSet {
    fileprivate var onlyScalar: Unicode.Scalar? {
        guard !isInverted, ranges.count == 1, ranges[0].lowerBound == ranges[0].upperBound else { return nil }
        return ranges[0].lowerBound
    }
}
