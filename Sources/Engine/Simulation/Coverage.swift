public import Diagnostics
public import FlowEngine
public import FlowModel
import JSON

/// The parts of each flow that transcripts have passed, and those they have not.
public struct Coverage: Sendable {
    /// A step or one of its branches, with its location.
    public struct Item: Sendable {
        /// The name of the step; empty for an exit of the whole flow.
        public var step: String
        /// `nil` is the step itself, or with an empty step an exit of the whole flow.
        public var way: StepWay?
        /// The branch as authors see it: `"Opening hours"`, `if_silent`.
        public var words: String
        /// Where it stands in the file.
        public var span: Span

        /// Makes an item of a flow.
        public init(step: String, way: StepWay?, words: String, span: Span) {
            self.step = step
            self.way = way
            self.words = words
            self.span = span
        }
    }

    /// One flow with its steps and branches.
    public struct FlowItems: Sendable {
        /// The name of the flow.
        public var flow: String
        /// What tests can pass, in the order written.
        public var items: [Item]

        /// Makes the items of a flow.
        public init(flow: String, items: [Item]) {
            self.flow = flow
            self.items = items
        }
    }

    /// The coverage of one flow.
    public struct FlowResult: Sendable {
        /// The name of the flow.
        public let flow: String
        /// The number of its steps.
        public let steps: Int
        /// How many of them a test has passed.
        public let coveredSteps: Int
        /// The number of branches of its steps.
        public let ways: Int
        /// How many of them a test has passed.
        public let coveredWays: Int
        /// Steps that were not visited, and branches of visited steps that were not taken.
        public let missing: [Item]
    }

    /// The flows, in the order of the project.
    public let flows: [FlowResult]

    /// - Parameters:
    ///   - items: the steps of each flow with their branches, as they are in the files.
    ///   - passages: the steps and branches that were passed.
    public init(of items: [FlowItems], in bot: Bot, by passages: Set<Passage>) {
        flows = items.map { Self.result($0, bot, passages) }
    }

    /// A step with its own exit or answer.
    private struct Owner: Hashable {
        let step: String
        let way: StepWay?
    }

    private static func result(_ flow: FlowItems, _ bot: Bot, _ passages: Set<Passage>) -> FlowResult {
        let owners = Set(flow.items.map { Owner(step: $0.step, way: $0.way) })
        let isPassed = { (item: Item) in
            if item.step.isEmpty {
                // An exit of the whole flow counts as passed when any step without its own exit has taken it.
                return passages.contains { passage in
                    passage.way == item.way && bot.flows[passage.step.flow].name == flow.flow
                        && !owners.contains(Owner(step: bot.step(passage.step).name, way: item.way))
                }
            }
            return bot.reference(flow: flow.flow, step: item.step).map { passages.contains(Passage($0, item.way)) }
                ?? true
        }
        let (steps, ways) = (flow.items.filter { $0.way == nil }, flow.items.filter { $0.way != nil })
        let unpassed = Set(steps.filter { !isPassed($0) }.map(\.step))
        let missing = flow.items.filter { item in
            item.way == nil ? unpassed.contains(item.step) : !unpassed.contains(item.step) && !isPassed(item)
        }
        return FlowResult(
            flow: flow.flow, steps: steps.count, coveredSteps: steps.count - unpassed.count, ways: ways.count,
            coveredWays: ways.count(where: isPassed), missing: missing)
    }

    /// A warning at the location of everything that is missing.
    public var diagnostics: [Diagnostic] {
        flows.flatMap(\.missing).map { item in
            let message =
                switch item.way {
                case nil: "no transcript comes by `\(item.step)`"
                case .answer?: "no transcript answers `\(item.step)` with \(item.words)"
                case .line?, .otherwise?: "no transcript takes this line of `\(item.step)`"
                default:
                    "no transcript takes \(item.words) of \(item.step.isEmpty ? "this flow" : "`\(item.step)`")"
                }
            return Diagnostic(
                .stepNotCovered, message, at: item.span, label: "never tried",
                help: "add a test that gets there, or leave it out if nobody does")
        }
    }

    /// One line per flow: the numbers of steps and branches that have been passed.
    public var summary: String {
        flows.map { flow in
            "\(flow.flow): \(flow.coveredSteps) of \(counted(flow.steps, "step"))"
                + (flow.ways > 0 ? ", \(flow.coveredWays) of \(counted(flow.ways, "way")) out" : "")
        }.joined(separator: "\n")
    }

    var json: JSONValue {
        .array(
            flows.map { flow in
                [
                    "flow": .string(flow.flow), "steps": .int(flow.steps), "steps_covered": .int(flow.coveredSteps),
                    "ways": .int(flow.ways), "ways_covered": .int(flow.coveredWays),
                    "missing": .array(flow.missing.map { ["step": .string($0.step), "way": .string($0.words)] }),
                ]
            })
    }
}
