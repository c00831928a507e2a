public import FlowModel

/// Statistics about a bot's customers: how many times they visited steps, and where they continued.
public struct FlowTraffic: Sendable {
    /// How a visit to a step ended.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The step does not ask anything.
        case passed
        case answered
        // By an exit.
        case silent, other, failed, cancelled, unable
        /// The customer closed the conversation or ended it here.
        case closed
        /// The conversation continued elsewhere for another reason, such as an anywhere word.
        case elsewhere
        /// The conversation is at this step.
        case waiting
    }

    /// The continuation of visits to a step that ended in the same way.
    public struct Move: Sendable, Hashable {
        /// The step that was left.
        public var from: StepReference
        /// How the visits to it ended.
        public var outcome: Outcome
        /// `nil` when the conversation ended.
        public var to: StepReference?

        /// Makes a continuation.
        public init(from: StepReference, outcome: Outcome, to: StepReference?) {
            self.from = from
            self.outcome = outcome
            self.to = to
        }
    }

    /// The visits to each step, by outcome.
    public var visits: [StepReference: [Outcome: Int]]
    /// How many times each continuation was taken.
    public var moves: [Move: Int]

    /// Makes the statistics of numbers that were counted elsewhere.
    public init(visits: [StepReference: [Outcome: Int]] = [:], moves: [Move: Int] = [:]) {
        self.visits = visits
        self.moves = moves
    }
}

extension FlowTraffic {
    private static let losses: [(outcome: Outcome, words: String)] = [
        (.silent, "silent"), (.other, "unexpected"), (.failed, "failed"), (.cancelled, "cancelled"),
        (.closed, "closed"),
    ]

    /// The sentences about its visits in a step's box.
    func words(of step: StepReference) -> [String] {
        let counts = visits[step] ?? [:]
        let all = counts.values.reduce(0, +)
        guard all > 0 else { return ["no visits"] }
        let lost = Self.losses.filter { counts[$0.outcome, default: 0] > 0 }
        var parts = [all == 1 ? "1 visit" : "\(all) visits"]
        for (outcome, words) in [
            (Outcome.waiting, "waiting"), (.elsewhere, "gone elsewhere"), (.unable, "not shown"),
        ] {
            if let count = counts[outcome], count > 0 { parts.append("\(count) \(words)") }
        }
        let visits = parts.joined(separator: ", ")
        guard !lost.isEmpty else { return [visits] }
        let sum = lost.reduce(0) { $0 + counts[$1.outcome, default: 0] }
        let share = Int((100 * Double(sum) / Double(sum + counts[.answered, default: 0])).rounded())
        let reasons = lost.map { "\(counts[$0.outcome, default: 0]) \($0.words)" }.joined(separator: ", ")
        return [visits, "drop-off \(share) %: \(reasons)"]
    }
}
