public import Diagnostics
public import FlowModel

/// The steps of a flow and their branches that have a line of their own, with their locations in the file.
public struct WrittenSteps: Sendable {
    /// A step, or one of its branches.
    public struct Item: Sendable {
        /// Empty for an exit of the whole flow.
        public let step: String
        /// `nil` is the step itself.
        public let way: StepWay?
        /// The branch as authors see it.
        public let words: String
        /// Where its name or its key stands in the file.
        public let span: Span
    }

    /// A step with all its lines.
    public struct Block: Sendable {
        /// The name of the step.
        public let step: String
        /// From its name to the end of its last line.
        public let span: Span
    }

    /// The name of the flow.
    public let flow: String
    /// The path of the flow's file.
    public let file: String
    /// The steps and their branches, in the order written; exits of the whole flow first.
    public let items: [Item]
    /// The steps with all their lines, in the order written.
    public let blocks: [Block]

    init(_ flow: FlowSyntax) {
        self.flow = flow.name
        file = flow.file
        blocks = flow.steps.map { Block(step: $0.name.value, span: $0.span) }
        items =
            flow.exits.ways.map { Item(step: "", way: $0, words: "`\($1)`", span: $2) }
            + flow.steps.flatMap { step in
                [Item(step: step.name.value, way: nil, words: "", span: step.name.span)]
                    + step.ways.map { Item(step: step.name.value, way: $0, words: $1, span: $2) }
            }
    }
}

extension ExitsSyntax {
    /// The exits with a destination, with the key and the location of each.
    fileprivate var ways: [(StepWay, String, Span)] {
        var ways: [(StepWay, String, Span)] = []
        if let silent, silent.block != nil { ways.append((.silent, "if_silent", silent.key)) }
        if let other, case .block = other.content { ways.append((.other, "if_other", other.key)) }
        if let failed, failed.block != nil { ways.append((.failed, "if_failed", failed.key)) }
        if let cancelled, cancelled.block != nil { ways.append((.cancelled, "if_cancelled", cancelled.key)) }
        if let unable, unable.block != nil { ways.append((.unable, "if_unable", unable.key)) }
        if let empty, empty.block != nil { ways.append((.empty, "if_empty", empty.key)) }
        for line in events?.lines ?? [] where line.then != nil {
            ways.append((.event(line.name.value), "if_event: \(line.name.value)", line.name.span))
        }
        return ways
    }
}

extension StepSyntax {
    /// The branches that are written in the step.
    fileprivate var ways: [(StepWay, String, Span)] {
        let exits = self.exits.ways.map { ($0, "`\($1)`", $2) }
        switch thing {
        case .ask(let question):
            if case .times(let times) = question.kind {
                return times.beside.enumerated().map {
                    (.answer($0.offset), "\"\($0.element.label.source.string)\"", $0.element.label.span)
                } + exits
            }
            guard case .answers(let answers) = question.kind else { return exits }
            let own = answers.items.enumerated().filter { $0.element.then != nil }
            return own.map { (.answer($0.offset), "\"\($0.element.label.source.string)\"", $0.element.label.span) }
                + exits
        case .when(let when):
            let lines = when.lines.enumerated().map { index, line in
                (StepWay.line(index), "`\(line.source.string)`", line.span)
            }
            return lines + (when.otherwise.map { [(.otherwise, "`otherwise`", $0.span)] } ?? []) + exits
        case .handOver(let handOver):
            let unanswered = handOver.unanswered.flatMap { exit in exit.then.map { _ in exit.key } }
            return (handOver.ifAway.map { [(.away, "`if_away`", $0.span)] } ?? [])
                + (unanswered.map { [(.unanswered, "`if_unanswered`", $0)] } ?? []) + exits
        default: return exits
        }
    }
}
