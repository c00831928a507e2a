import Concurrency

/// One who listens. It holds nothing but that something has happened, and the last things that are not kept.
public final class ChatStream: Sendable {
    /// Why a stream was woken.
    struct Wake {
        var isOver = false
        var hasChanges = false
        var isBeat = false
        var passing: [ChatEvent] = []

        var isQuiet: Bool { !isOver && !hasChanges && !isBeat && passing.isEmpty }
    }

    let customer: String
    /// From where.
    let address: String
    private let state = Watched(Wake())
    /// How many things that are not kept wait for a slow reader; the oldest go first.
    private static let mostPassing = 32

    init(of customer: String, from address: String) {
        self.customer = customer
        self.address = address
    }

    /// Whether nothing is told any more.
    var isOver: Bool { state.read(\.isOver) }

    /// Waits until there is something to be told.
    func next() async -> Wake {
        await state.wait { !$0.isQuiet }
        return state.change { wake in
            defer { wake = Wake(isOver: wake.isOver) }
            return wake
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

    private func note(_ change: (inout Wake) -> Void) { state.change { change(&$0) } }
}
