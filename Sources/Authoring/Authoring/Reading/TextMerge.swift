/// Two changes of one text in one: line by line, with both sides of every place that both have changed.
public struct TextMerge: Sendable, Hashable {
    /// A place that both have changed.
    public struct Conflict: Sendable, Hashable {
        /// The first line of the place in the merged text, from 1.
        public let line: Int
        public let base: String
        /// What stands in the merged text.
        public let ours: String
        public let theirs: String
    }

    /// The merged text. Where both have changed the same lines, it has ours.
    public let text: String
    public let conflicts: [Conflict]

    /// - Parameters:
    ///   - base: the text that both began with.
    ///   - ours: our text.
    ///   - theirs: the text of the other side.
    public init(base: String, ours: String, theirs: String) {
        let (base, ours, theirs) = (Self.lines(of: base), Self.lines(of: ours), Self.lines(of: theirs))
        let (kept, keptByThem) = (Self.kept(of: base, in: ours), Self.kept(of: base, in: theirs))
        var merged: [Substring] = []
        var conflicts: [Conflict] = []
        var (at, our, their) = (0, 0, 0)
        while at < base.count || our < ours.count || their < theirs.count {
            if at < base.count, kept[at] == our, keptByThem[at] == their {
                merged.append(base[at])
                (at, our, their) = (at + 1, our + 1, their + 1)
                continue
            }
            let next = (at..<base.count).first { kept[$0] != nil && keptByThem[$0] != nil } ?? base.count
            let (ourEnd, theirEnd) =
                next < base.count
                ? (kept[next] ?? ours.count, keptByThem[next] ?? theirs.count) : (ours.count, theirs.count)
            let (old, mine, other) = (base[at..<next], ours[our..<ourEnd], theirs[their..<theirEnd])
            if mine.elementsEqual(old) {
                merged += other
            } else {
                if !other.elementsEqual(old), !other.elementsEqual(mine) {
                    conflicts.append(
                        Conflict(
                            line: merged.count + 1, base: old.joined(), ours: mine.joined(), theirs: other.joined()))
                }
                merged += mine
            }
            (at, our, their) = (next, ourEnd, theirEnd)
        }
        text = merged.joined()
        self.conflicts = conflicts
    }

    /// With their line breaks.
    private static func lines(of text: String) -> [Substring] {
        var lines: [Substring] = []
        var start = text.unicodeScalars.startIndex
        let scalars = text.unicodeScalars
        while let found = scalars[start...].firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
            var end = scalars.index(after: found)
            if scalars[found] == "\r", end < scalars.endIndex, scalars[end] == "\n" { end = scalars.index(after: end) }
            lines.append(text[start..<end])
            start = end
        }
        if start < text.endIndex { lines.append(text[start...]) }
        return lines
    }

    /// For each line of the base, the line of the text that it has become; `nil` for those that are gone.
    private static func kept(of base: [Substring], in text: [Substring]) -> [Int?] {
        var (gone, new): (Set<Int>, Set<Int>) = ([], [])
        for change in text.difference(from: base) {
            switch change {
            case .remove(let offset, _, _): gone.insert(offset)
            case .insert(let offset, _, _): new.insert(offset)
            }
        }
        var places: [Int?] = []
        var at = 0
        for index in base.indices {
            if gone.contains(index) {
                places.append(nil)
                continue
            }
            while new.contains(at) { at += 1 }
            places.append(at)
            at += 1
        }
        return places
    }
}
