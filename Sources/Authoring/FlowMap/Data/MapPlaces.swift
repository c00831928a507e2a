/// Where the steps of flows and their branches stand in the files, for drawings that lead back to the text.
public struct MapPlaces: Sendable, Hashable {
    /// The paths of the files, by flow.
    public var files: [String: String] = [:]
    private var steps: [Key: ClosedRange<Int>] = [:]
    private var ways: [Key: Int] = [:]

    private struct Key: Hashable {
        let flow: String
        let step: String
        var way = ""
    }

    /// No places: a drawing that leads back to no text.
    public init() {}

    /// The lines of a step, from 1, both included.
    public subscript(flow: String, step: String) -> ClosedRange<Int>? {
        get { steps[Key(flow: flow, step: step)] }
        set { steps[Key(flow: flow, step: step)] = newValue }
    }

    /// The line of a branch of a step, from 1, by the id of the branch.
    public subscript(flow: String, step: String, way: String) -> Int? {
        get { ways[Key(flow: flow, step: step, way: way)] }
        set { ways[Key(flow: flow, step: step, way: way)] = newValue }
    }
}
