public import Foundation
import Synchronization

/// A secret that can be replaced while the server runs, with former ones that are still accepted beside it.
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

    /// What we sign with.
    public var current: Data { state.withLock(\.current) }

    /// What signatures of others are checked against: the current secret first.
    public var accepted: [Data] { state.withLock { [$0.current] + $0.former } }

    /// Grows with each change, so that what was found good under other secrets can be forgotten.
    public var generation: Int { state.withLock(\.generation) }

    /// Replaces the secrets by those of `other`.
    public func use(_ other: RotatingSecret) {
        let (current, former) = other.state.withLock { ($0.current, $0.former) }
        state.withLock { state in
            guard state.current != current || state.former != former else { return }
            state = State(current: current, former: former, generation: state.generation + 1)
        }
    }
}
