extension Pattern {
    /// A text that matches, as short as the bounds allow, such as `A-1234` for `[A-Z]-\d{4}`; `nil` when there is none, or
    /// when finding one takes too long.
    ///
    /// - Parameters:
    ///   - least: the smallest number of characters.
    ///   - most: the largest number of characters.
    public func sample(atLeast least: Int = 0, atMost most: Int = 100) -> String? {
        guard least <= most else { return nil }
        var layers = [start]
        var searched = 0
        while layers.count <= least || layers[layers.count - 1][program.count - 1] == nil {
            guard let last = layers.last, !last.isEmpty, layers.count <= most, searched < Self.mostSearched
            else { return nil }
            layers.append(layer(after: last))
            searched += last.count
        }
        let text = sample(along: layers)
        return matches(text) ? text : nil
    }

    /// The positions that a search for a sample looks at, counted again for each character.
    private static let mostSearched = 200_000

    /// The positions that can be met after a number of characters, each with the position before its last character.
    private typealias Layer = [Int: Int]

    private var start: Layer {
        var layer = Layer()
        follow(0, from: 0, in: &layer)
        return layer
    }

    private func layer(after last: Layer) -> Layer {
        var layer = Layer()
        // In order, so that the same pattern has the same sample.
        for position in last.keys.sorted() {
            if case .take(let set) = program[position], set.example(at: 0) != nil {
                follow(position + 1, from: position, in: &layer)
            }
        }
        return layer
    }

    /// Adds a position, and all that lead on from it without a character.
    private func follow(_ first: Int, from origin: Int, in layer: inout Layer) {
        var pending = [first]
        while let position = pending.popLast() {
            guard layer[position] == nil else { continue }
            layer[position] = origin
            switch program[position] {
            case .jump(let target): pending.append(target)
            case .split(let one, let other): pending += [other, one]
            case .take, .match: break
            }
        }
    }

    private func sample(along layers: [Layer]) -> String {
        var taken: [ScalarSet] = []
        var position = program.count - 1
        for layer in layers.dropFirst().reversed() {
            guard let origin = layer[position], case .take(let set) = program[origin] else { break }
            taken.append(set)
            position = origin
        }
        var text = String.UnicodeScalarView()
        var counts: [Character.Kind: Int] = [:]
        for set in taken.reversed() {
            let kind = set.exampleKind
            if let scalar = set.example(at: counts[kind, default: 0]) { text.append(scalar) }
            counts[kind, default: 0] += 1
        }
        return String(text)
    }
}

extension Character {
    /// What examples are taken from, the best first.
    fileprivate enum Kind: CaseIterable {
        case capital, small, digit, other

        var examples: [Unicode.Scalar] {
            switch self {
            case .capital: Array("ABCDEFGH".unicodeScalars)
            case .small: Array("abcdefgh".unicodeScalars)
            case .digit: Array("1234567890".unicodeScalars)
            case .other: []
            }
        }
    }
}

extension ScalarSet {
    /// The first kind of which the set has a character.
    fileprivate var exampleKind: Character.Kind {
        Character.Kind.allCases.first { $0.examples.contains(where: contains) } ?? .other
    }

    /// A character of the set; another one for the next place, where it has several.
    ///
    /// - Parameter place: how many characters of the same kind stand before it.
    fileprivate func example(at place: Int) -> Unicode.Scalar? {
        let usual = exampleKind.examples.filter(contains)
        if !usual.isEmpty { return usual[place % usual.count] }
        let ranges = plainRanges.sorted { $0.lowerBound < $1.lowerBound }
        // Control characters are hard to write.
        return ranges.first { $0.upperBound > " " }.map { max($0.lowerBound, "!") } ?? ranges.first?.upperBound
    }
}
