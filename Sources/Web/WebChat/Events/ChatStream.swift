import Synchronization

/// One who listens. It holds nothing but that something has happened, and the last things that are not kept.
public final class ChatStream: Sendable {
    /// Why a stream was woken.
    struct Wake {
        var isOver = false
        var hasChanges = false
        var isBeat = false
        var passing: [ChatEvent] = []
    }

    private struct State {
        var wake = Wake()
        var sleeper: CheckedContinuation<Void, Never>?

        var isQuiet: Bool { !wake.isOver && !wake.hasChanges && !wake.isBeat && wake.passing.isEmpty }
    }

    let customer: String
    /// From where.
    let address: String
    private let state = Mutex(State())
    /// How many things that are not kept wait for a slow reader; the oldest go first.
    private static let mostPassing = 32

    init(of customer: String, from address: String) {
        self.customer = customer
        self.address = address
    }

    /// Whether nothing is told any more.
    var isOver: Bool { state.withLock(\.wake.isOver) }

    /// Waits until there is something to be told.
    func next() async -> Wake {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if state.isQuiet { state.sleeper = continuation }
                return state.sleeper == nil
            }
            if isNow { continuation.resume() }
        }
        return state.withLock { state in
            defer { state.wake = Wake(isOver: state.wake.isOver) }
            return state.wake
        }
    }

    func wake() { note { $0.hasChanges = true } }

    func beat() { note { $0.isBeat = true } }

    func end() { note { $0.isOver = true } }

    func pass(_ event: ChatEvent) {
        note { wake in
            if wake.passing.count >= Self.mostPassing { wake.passing.removeFirst() }
            wake.passing.append(event)
        }
    }

    private func note(_ change: (inout Wake) -> Void) {
        let sleeper = state.withLock { state in
            change(&state.wake)
            return state.sleeper.take()
        }
        sleeper?.resume()
    }
}
