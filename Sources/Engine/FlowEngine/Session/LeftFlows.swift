public import Expressions
public import JSON

/// A flow that the conversation has left, as it was then, so that `back` finds its questions again.
public struct LeftFlow: Sendable, Hashable {
    public var flow: String
    public var step: String
    public var answers: Fields
    public var trail: Trail
    /// The flows that waited for it; none for a flow that has ended, after which its runner continues.
    public var frames = FlowStack()
}

extension LeftFlow: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["flow": .string(flow), "step": .string(step), "answers": answers.json]
        object.set("trail", trail.all)
        object.set("frames", frames.all)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            flow: try json.string("flow"), step: try json.string("step"),
            answers: try Fields(json: try json.required("answers")), trail: Trail(try json.list("trail")),
            frames: FlowStack(try json.list("frames", of: Frame.self)))
    }
}

/// The flows that were left for others, most recent last.
public struct LeftFlows: Sendable, Hashable {
    public private(set) var all: [LeftFlow]

    private static let most = 10

    public init() { all = [] }

    init(_ all: [LeftFlow]) { self.all = all }

    public var isEmpty: Bool { all.isEmpty }

    /// Adds a flow that is left; beyond a limit, the oldest ones are removed.
    mutating func add(_ flow: LeftFlow) { all = all.suffix(Self.most - 1) + [flow] }

    mutating func takeLast() -> LeftFlow? { all.popLast() }

    mutating func shift(by turns: Int) {
        for place in all.indices {
            all[place].trail.shift(by: turns)
            all[place].frames.shift(by: turns)
        }
    }
}
