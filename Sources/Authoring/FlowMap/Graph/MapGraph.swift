/// The contents of a flow's picture: steps, other nodes, and the edges between them.
struct MapGraph: Sendable {
    /// A node of the picture.
    struct Node: Sendable {
        enum Kind: String, Sendable {
            case question, saying, decision, call, people
            /// The end of the conversation, `back` and `resume`, as a destination of one step.
            case end, back, resume
            /// A step of another flow.
            case elsewhere
            /// An entry point: the start, anywhere words, shared exits.
            case entry
            /// A reference to a step that is drawn elsewhere in the picture.
            case jump
        }

        var kind: Kind
        /// The name of a step, or the text of a small sign.
        var title: String
        /// The messages and questions of a step.
        var lines: [String] = []
        /// The sentences about the number of customers.
        var counts: [String] = []
        var ways: [Way] = []
        /// For a jump, the node it refers to.
        var stands: Int?

        /// Whether it is a step of the flow.
        var isStep: Bool {
            switch kind {
            case .question, .saying, .decision, .call, .people: true
            case .end, .back, .resume, .elsewhere, .entry, .jump: false
            }
        }

        /// The identifier of the port at which a way leaves: the name of the node, and what takes the way first.
        ///
        /// - Parameters:
        ///   - way: the index of the way.
        ///   - name: the name of the node in its drawing; that of a step is its title.
        func port(of way: Int, named name: String) -> String {
            let way = ways[way]
            return "\(name)>\(way.ids.first ?? "")\(way.number == 1 ? "" : " (\(way.number))")"
        }
    }

    /// An edge.
    struct Way: Sendable {
        /// The answers or conditions for which it is taken; empty for a plain `then`.
        var labels: [String]
        /// What takes it: ids of branches, `then`, `reminder`; empty for entry points.
        var ids: [String]
        var target: Int
        /// Whether it is an exit: taken for an event other than an answer.
        var isExit = false
        /// How many times it was taken; `nil` without statistics.
        var count: String?
        /// Its number, from 1, among the ways of its node that the same thing takes first. Exits that are not drawn count
        /// too, so that it does not depend on which are.
        var number = 1
    }

    var name: String
    /// The steps first, in the order written.
    var nodes: [Node]
    /// The node of the first step.
    var start: Int

    var steps: Int { nodes.count { $0.isStep } }
}

extension MapGraph.Way {
    /// The label on one line: the reasons for taking it, and how many times it was taken.
    var shortLabel: String {
        let label = TextWidth.shortened(labels.joined(separator: ", "), to: 300)
        guard let count else { return label }
        return label.isEmpty ? count : "\(label): \(count)"
    }
}
