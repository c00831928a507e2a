import Concurrency

/// One listening stream. It holds only the fact that something changed, and the latest events that are not stored.
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
    /// The client's address.
    let address: String
    private let state = Watched(Wake())
    /// The maximum number of events that are not stored waiting for a slow reader; the oldest are dropped first.
    private static let mostPassing = 32

    init(of customer: String, from address: String) {
        self.customer = customer
        self.address = address
    }

    /// Whether the stream has ended.
    var isOver: Bool { state.read(\.isOver) }

    /// Waits until there is something to deliver.
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
