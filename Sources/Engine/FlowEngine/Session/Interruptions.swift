public import Expressions

/// The questions that anywhere words interrupted, most recent last.
public struct Interruptions: Sendable, Hashable {
    public private(set) var all: [Interruption]

    private static let most = 5

    public init() { all = [] }

    init(_ all: [Interruption]) { self.all = all }

    public var isEmpty: Bool { all.isEmpty }

    /// Adds a question that is interrupted; beyond a limit, the oldest ones are removed.
    mutating func add(_ place: Interruption) { all = all.suffix(Self.most - 1) + [place] }

    /// Removes the last one.
    mutating func takeLast() -> Interruption? { all.popLast() }

    /// Removes the last one if it is a question that `back` has asked again.
    mutating func forgetLast(flow: String, step: String) {
        if let last = all.last, last.flow == flow, last.step == step { all.removeLast() }
    }

    /// Removes those in flows nested deeper than a depth that are left for good.
    mutating func forget(deeperThan depth: Int) { all.removeAll { $0.answers == nil && $0.depth > depth } }

    /// Removes those of a flow that came after a place of its trail.
    mutating func forget(in flow: String, after place: Int) {
        all.removeAll { $0.flow == flow && $0.trail.all.count > place }
    }

    /// Stores the state of their flows in the interruptions, because the flows are left for good.
    ///
    /// - Parameter answers: those of the current flow.
    mutating func keep(_ answers: Fields, _ waiting: FlowStack) {
        for index in all.indices where all[index].answers == nil {
            let depth = all[index].depth
            all[index].answers = depth < waiting.depth ? waiting.all[depth].answers : answers
            all[index].frames = waiting.below(depth)
        }
    }

    mutating func shift(by turns: Int) {
        for place in all.indices {
            all[place].trail.shift(by: turns)
            all[place].frames.shift(by: turns)
        }
    }
}

/// A position in a flow that an anywhere word interrupted.
public struct Interruption: Sendable, Hashable {
    public var flow: String
    public var step: String
    /// The answers of its flow, stored when that flow is left; `nil` while the conversation is still in it.
    public var answers: Fields?
    public var trail: Trail
    /// The number of flows that wait for its flow, while the conversation is still in it.
    public var depth = 0
    /// The flows that wait for it, stored with the answers.
    public var frames = FlowStack()
    /// The form that was partially answered there, page by page.
    @Boxed public var form: FormProgress? = nil
}
