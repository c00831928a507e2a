import FlowEngine
import FlowModel

/// The conversations that lead to states.
extension Walk {
    /// The outcomes of all calls on the way to a state.
    func calls(before index: Int) -> [CallChoice] { way(to: index).flatMap(\.calls) }

    /// The states on the way to a state, the beginning first.
    func way(to index: Int) -> [ExploredNode] { places(to: index).map { nodes[$0] } }

    /// The same by index.
    func places(to index: Int) -> [Int] {
        var places: [Int] = []
        var place: Int? = index
        while let here = place {
            places.append(here)
            place = nodes[here].parent
        }
        return places.reversed()
    }

    /// A conversation that leads to a state and continues, as a test.
    func transcript(_ name: String, to index: Int, then more: [ExploredNode.Edge], _ expected: [String]) -> String {
        let way = way(to: index)
        let calls = way.flatMap(\.calls) + more.flatMap(\.calls)
        let lines = ["test: \(name)"] + scene.given + calls.lines(by: outcomes) + way.flatMap(\.lines)
        return (lines + more.flatMap(\.lines) + expected).map { "\($0)\n" }.joined()
    }

    /// Whether a conversation passes as a test.
    func plays(_ transcript: String) -> Bool {
        let play = Play(of: ThreadText(transcript), flow: startFlow, on: .asWritten, with: bot)
        return play.stop == nil && play.turns.allSatisfy { $0.difference == nil }
    }
}
