import FlowModel

/// The edges of a step, and how many times each was taken.
struct WayCounts {
    /// An edge that can be taken.
    struct Candidate {
        let destination: Destination
        /// The outcomes of visits that take it; empty when that is not counted.
        let outcomes: Set<FlowTraffic.Outcome>
    }

    /// The number on each edge, by index; `nil` where it cannot be determined.
    let texts: [String?]
    /// Moves that none of the edges explains.
    let others: [FlowTraffic.Move: Int]

    /// - Parameter moves: the moves from the step.
    init(_ moves: [FlowTraffic.Move: Int], by ways: [Candidate]) {
        var counts = Array(repeating: 0, count: ways.count)
        var isShared = Array(repeating: false, count: ways.count)
        var others: [FlowTraffic.Move: Int] = [:]
        for (move, count) in moves {
            let taken = Self.ways(of: move, among: ways)
            if taken.isEmpty { others[move] = count }
            for way in taken {
                counts[way] += count
                if taken.count > 1 { isShared[way] = true }
            }
        }
        texts = ways.indices.map { way in
            guard !ways[way].outcomes.isEmpty else { return nil }
            return isShared[way] ? "together \(counts[way])" : "\(counts[way])"
        }
        self.others = others
    }

    /// The edges that a move may have taken: those to the step it led to, otherwise to the end, otherwise `back`,
    /// because only the conversation determined its destination.
    private static func ways(of move: FlowTraffic.Move, among ways: [Candidate]) -> [Int] {
        let possible = ways.indices.filter { ways[$0].outcomes.contains(move.outcome) }
        if let step = move.to {
            let direct = possible.filter { ways[$0].destination == .step(step) }
            if !direct.isEmpty { return direct }
            let back = possible.filter { ways[$0].destination == .back || ways[$0].destination == .resume }
            if !back.isEmpty { return back }
        }
        // A nested flow ends at the continuation of the flow that runs it.
        return possible.filter { ways[$0].destination == .end || ways[$0].destination == .conversationEnd }
    }
}

extension Step {
    /// The outcomes of visits that take a regular edge; empty where that is not counted: a nested flow has steps in
    /// between, and a reminder comes later.
    func outcomes(of way: Int) -> Set<FlowTraffic.Outcome> {
        switch thing {
        case .go, .decide: [.passed]
        case .ask, .call, .handOver: [.answered]
        case .remind: way == 0 ? [.passed] : []
        case .run: []
        }
    }
}

extension Exit.Kind {
    /// The outcome of visits that take the exit.
    var outcome: FlowTraffic.Outcome {
        switch self {
        case .silent, .unanswered: .silent
        case .other: .other
        case .failed, .callFails, .again: .failed
        case .away: .passed
        case .cancelled: .cancelled
        case .unable, .empty: .unable
        case .event: .elsewhere
        }
    }
}
