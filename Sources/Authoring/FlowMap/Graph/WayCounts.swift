import FlowModel

/// The ways out of a step, and how often each was taken.
struct WayCounts {
    /// A way that can be taken.
    struct Candidate {
        let destination: Destination
        /// How visits end that take it; none when that is not counted.
        let outcomes: Set<FlowTraffic.Outcome>
    }

    /// What an arrow tells, by the place of its way; `nil` where it cannot be known.
    let texts: [String?]
    /// Moves that none of the ways explains.
    let others: [FlowTraffic.Move: Int]

    /// - Parameter moves: those from the step.
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

    /// The ways that a move may have taken: those to the step it led to, else to the end, else back, because only the
    /// conversation knew where that was.
    private static func ways(of move: FlowTraffic.Move, among ways: [Candidate]) -> [Int] {
        let possible = ways.indices.filter { ways[$0].outcomes.contains(move.outcome) }
        if let step = move.to {
            let direct = possible.filter { ways[$0].destination == .step(step) }
            if !direct.isEmpty { return direct }
            let back = possible.filter { ways[$0].destination == .back || ways[$0].destination == .resume }
            if !back.isEmpty { return back }
        }
        // A flow that another runs ends where that goes on.
        return possible.filter { ways[$0].destination == .end || ways[$0].destination == .conversationEnd }
    }
}

extension Step {
    /// How visits end that take one of the ways that are meant; none where that is not counted: a flow that is run has steps
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
    /// How visits end that take it.
    var outcome: FlowTraffic.Outcome {
        switch self {
        case .silent: .silent
        case .other: .other
        case .failed, .callFails, .again: .failed
        case .away: .passed
        case .cancelled: .cancelled
        case .unable: .unable
        }
    }
}
