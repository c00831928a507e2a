/// Returns the known word that `word` is most likely a misspelling of, or `nil` when none is close enough.
///
/// A known word is close enough when at most a third of the letters of the longer word differ. Two swapped neighbours
/// count as one difference; differences in case do not count.
public func closest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased())
    var best: (distance: Int, word: String)?
    for candidate in known {
        let other = Array(candidate.lowercased())
        let allowed = max(letters.count, other.count) / 3
        guard abs(other.count - letters.count) <= allowed else { continue }
        let distance = editDistance(letters, other)
        if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.word
}

/// The help for an unknown word: the closest known word, otherwise all known words if there are few of them.
public func suggestion(for word: String, among known: [String], are: String = "there is") -> String? {
    if let near = closest(to: word, among: known) { return "did you mean `\(near)`?" }
    guard !known.isEmpty, known.count <= 6 else { return nil }
    return "\(are) " + known.map { "`\($0)`" }.joined(separator: ", ")
}

/// The number of letters that must be changed, added, removed or swapped with a neighbour.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
        var row = [i + 1] + Array(repeating: 0, count: right.count)
        for j in right.indices {
            let cost = left[i] == right[j] ? 0 : 1
            row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + cost)
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
            }
        }
        (beforeLast, last) = (last, row)
    }
    return last[right.count]
}
