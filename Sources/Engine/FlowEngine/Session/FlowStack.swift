/// The flows that wait for a nested one, outermost first.
public struct FlowStack: Sendable, Hashable {
    public private(set) var all: [Frame]

    public init() { all = [] }

    init(_ all: some Sequence<Frame>) { self.all = Array(all) }

    public var isEmpty: Bool { all.isEmpty }

    /// How many flows wait.
    var depth: Int { all.count }

    /// The depth of the innermost flow of this name that waits; `nil` when there is none.
    func depth(of flow: String) -> Int? { all.lastIndex { $0.flow == flow } }

    mutating func push(_ frame: Frame) { all.append(frame) }

    /// Removes the flow at a depth, and all flows nested in it. Returns that flow.
    mutating func pop(to depth: Int) -> Frame {
        let frame = all[depth]
        all.removeSubrange(depth...)
        return frame
    }

    /// The flows that wait for the one at a depth.
    func below(_ depth: Int) -> FlowStack { FlowStack(all.prefix(depth)) }

    mutating func shift(by turns: Int) {
        for place in all.indices { all[place].trail.shift(by: turns) }
    }
}
