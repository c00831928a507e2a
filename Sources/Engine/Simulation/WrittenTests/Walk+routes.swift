import FlowEngine

/// A conversation of an exploration from its beginning, which can be continued.
struct Route {
    /// What customers do, move by move.
    var moves: [[String]]
    /// The outcomes of all calls.
    var calls: [CallChoice]
    var player: Player
    var passages: Set<Passage>
}

extension Walk {
    /// The conversation that leads to a passage; `nil` where it cannot be played from the beginning.
    func route(to first: FirstPassage, from flow: Int) -> Route? {
        let way = way(to: first.index)
        let calls = way.flatMap(\.calls) + first.calls
        let moves = way.map(\.lines).filter { !$0.isEmpty } + [first.lines]
        guard var player = beginning(in: flow), let lines = syntax(of: moves.flatMap { $0 }) else { return nil }
        arrange(calls, in: &player)
        do throws(PlayFailure) {
            try player.goOn(with: lines)
        } catch {
            return nil
        }
        return Route(moves: moves, calls: calls, player: player, passages: player.world.passages)
    }

    /// The conversations with one more move.
    func continuations(of route: Route) -> [Route] {
        guard !route.player.world.isAtRest else { return [] }
        return ExplorationMove.all(in: route.player.world, limits: limits).flatMap { move -> [Route] in
            guard let lines = syntax(of: move.lines) else { return [] }
            return variants(of: lines, from: route.player, after: route.calls).map { after, calls in
                Route(
                    moves: route.moves + [move.lines], calls: route.calls + calls, player: after,
                    passages: route.passages.union(after.world.passages))
            }
        }
    }

    /// The conversation as lines of a transcript.
    func lines(of route: Route) -> [String] {
        scene.given + route.calls.lines(by: outcomes) + route.moves.flatMap { $0 }
    }
}
