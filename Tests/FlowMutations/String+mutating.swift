extension String {
    /// A line of a bound with numbers that are one more and one less; empty when the line is none.
    var shiftedBounds: [String] {
        let key = /^( *(?:- )?(?:at_least|at_most|tries|days|after): |.*: up to )(\d+)((?: .*)?)$/
        return wholeMatch(of: key).map { Self.shifted(String($0.1), $0.2, String($0.3)) } ?? []
    }

    /// The same for a line with a condition.
    var shiftedComparisons: [String] {
        let comparison = /^(.* is (?:more than|less than|at least|at most) )(\d+)(.*)$/
        return wholeMatch(of: comparison).map { Self.shifted(String($0.1), $0.2, String($0.3)) } ?? []
    }

    private static func shifted(_ before: String, _ number: Substring, _ after: String) -> [String] {
        guard let number = Int(number) else { return [] }
        // No time, no day and no file at all would be refused.
        let least = ["after: ", "days: ", "up to "].contains { before.hasSuffix($0) } ? 1 : 0
        return [number + 1, number - 1].filter { $0 >= least }.map { "\(before)\($0)\(after)" }
    }

    /// The line with its first comparison turned, and with `and` and `or` exchanged.
    var turnedConditions: [String] {
        var turned: [String] = []
        if let (range, opposite) = firstComparison { turned.append(replacingCharacters(in: range, by: opposite)) }
        if contains(" or ") {
            turned.append(replacing(" or ", with: " and "))
        } else if contains(" and ") {
            turned.append(replacing(" and ", with: " or "))
        }
        return turned
    }

    /// The words of comparisons with their opposites. What contains another one comes before it.
    private static let comparisons = [
        (" is not one of ", " is one of "), (" is one of ", " is not one of "), (" is not empty", " is empty"),
        (" is empty", " is not empty"), (" is more than ", " is at most "), (" is at most ", " is more than "),
        (" is less than ", " is at least "), (" is at least ", " is less than "), (" is yes", " is no"),
        (" is not ", " is "), (" is no:", " is yes:"), (" is ", " is not "),
    ]

    /// The comparison that stands first, with its opposite.
    private var firstComparison: (Range<String.Index>, String)? {
        var first: (range: Range<String.Index>, opposite: String)?
        for (words, opposite) in Self.comparisons {
            guard let range = firstRange(of: words) else { continue }
            if let first, first.range.lowerBound <= range.lowerBound { continue }
            first = (range, opposite)
        }
        return first.map { ($0.range, $0.opposite) }
    }

    private func replacingCharacters(in range: Range<Index>, by other: String) -> String {
        "\(self[..<range.lowerBound])\(other)\(self[range.upperBound...])"
    }
}
