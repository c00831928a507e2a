public import Foundation
import Synchronization

/// A secret that can be replaced while the server runs; former secrets remain accepted alongside it.
public final class RotatingSecret: Sendable {
    private struct State {
        var current: Data
        var former: [Data]
        var generation = 0
    }

    private let state: Mutex<State>

    public init(_ current: Data, former: [Data] = []) {
        state = Mutex(State(current: current, former: former))
    }

    /// The secret that we sign with.
    public var current: Data { state.withLock(\.current) }

    /// The secrets that incoming signatures are checked against, the current one first.
    public var accepted: [Data] { state.withLock { [$0.current] + $0.former } }

    /// Increases with each change, so that results verified with earlier secrets can be discarded.
    public var generation: Int { state.withLock(\.generation) }

    /// Replaces the secrets with those of `other`.
    public func use(_ other: RotatingSecret) {
        let (current, former) = other.state.withLock { ($0.current, $0.former) }
        state.withLock { state in
            guard state.current != current || state.former != former else { return }
            state = State(current: current, former: former, generation: state.generation + 1)
        }
    }
}
