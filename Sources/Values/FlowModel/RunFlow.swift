/// A nested flow that a step runs: it has names of its own, and returns control at its end.
public struct RunFlow: Sendable {
    /// The name that holds its results.
    public var name: String
    /// The index of the flow in the bot.
    public var flow: Int
    public var inputs: [Call.Input]
    public var then: Destination

    public init(name: String, flow: Int, inputs: [Call.Input], then: Destination) {
        self.name = name
        self.flow = flow
        self.inputs = inputs
        self.then = then
    }
}

/// A result of a nested flow, evaluated at its end.
public struct GivenValue: Sendable {
    public var name: String
    public var value: Assignment

    public init(name: String, value: Assignment) {
        self.name = name
        self.value = value
    }
}
