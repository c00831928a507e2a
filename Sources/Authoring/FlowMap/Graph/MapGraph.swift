/// What a picture of a flow shows: steps, other places, and the ways between them.
struct MapGraph: Sendable {
    /// Something that is drawn.
    struct Node: Sendable {
        enum Kind: String, Sendable {
            case question, saying, decision, call, people
            /// The end of the conversation, `back` and `resume`, as a way out of one step.
            case end, back, resume
            /// A step of another flow.
            case elsewhere
            /// Where customers come in: the start, words that work anywhere, shared exits.
            case entry
            /// A step that is drawn somewhere else in the picture.
            case jump
        }

        var kind: Kind
        /// The name of a step, or the words of a small sign.
        var title: String
        /// What a step says and asks.
        var lines: [String] = []
        /// How many customers came by, a sentence each.
        var counts: [String] = []
        var ways: [Way] = []
        /// For a jump, the node it stands for.
        var stands: Int?

        /// Whether it is a step of the flow.
        var isStep: Bool {
            switch kind {
            case .question, .saying, .decision, .call, .people: true
            case .end, .back, .resume, .elsewhere, .entry, .jump: false
            }
        }
    }

    /// One arrow.
    struct Way: Sendable {
        /// The answers or conditions it is taken for; none for a plain `then`.
        var labels: [String]
        var target: Int
        /// Whether it is an exit: taken when something does not go as asked.
        var isExit = false
        /// How often it was taken; `nil` when nothing was counted.
        var count: String?
    }

    var name: String
    /// The steps first, in the order written.
    var nodes: [Node]
    /// The node of the first step.
    var start: Int

    var steps: Int { nodes.count { $0.isStep } }
}

extension MapGraph.Way {
    /// On one line: what it is taken for, and how often.
    var shortLabel: String {
        let label = TextWidth.shortened(labels.joined(separator: ", "), to: 300)
        guard let count else { return label }
        return label.isEmpty ? count : "\(label): \(count)"
    }
}
