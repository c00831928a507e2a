import FlowEngine

extension ReplayReport {
    /// The human-readable report: a line with the numbers, and each class with its example.
    public var text: String {
        let summary = [summary, notPlayed].compactMap { $0 }.joined(separator: "\n")
        let further = unlisted > 0 ? ["\(unlisted) more differ in other ways"] : []
        return ([summary] + groups.map(\.text) + further).joined(separator: "\n\n")
    }

    private var summary: String {
        let count = "\(conversations) conversation\(conversations == 1 ? "" : "s")"
        guard different > 0 else { return "\(count): all go the same way" }
        return "\(count): \(same) go the same way, \(different) differ (\(ends.words))"
    }

    private var notPlayed: String? {
        let parts = [
            (sealed, "hold private answers, for which the key is missing"),
            (cut, "have lost the beginning of their history"),
            (removed, "have no history any more"),
            (unreadable, "cannot be read"),
        ]
        let lines = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return lines.isEmpty ? nil : "not played: " + lines.joined(separator: "; ")
    }
}

extension ReplayReport.Group {
    fileprivate var text: String {
        let place = step.map { "at \($0.words)" } ?? "at the beginning"
        let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        return
            ([
                "\(count) \(place), \(did)", "    was \(was), is \(now)", "    \(ends.words)",
            ] + lines).joined(separator: "\n")
    }
}

extension ReplayReport.EndCounts {
    /// The counts that are not zero.
    fileprivate var words: String {
        let words: [EndChange: String] = [
            .better: "better ends", .worse: "worse ends", .alike: "the same end", .unknown: "unknown",
        ]
        return EndChange.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \(words[$0] ?? "")" }
            .joined(separator: ", ")
    }
}
