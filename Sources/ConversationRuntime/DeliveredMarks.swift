import Logging
import Synchronization

/// Takes delivered messages out of the store, many in one transaction. A mark that is lost with the process only means
/// that the message is sent once more under its id.
final class DeliveredMarks: Sendable {
    private struct State {
        var ids: [DeliveryID] = []
        var waiting: CheckedContinuation<Void, Never>?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let store: any SessionStore
    private let logger: Logger

    init(store: any SessionStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    func add(_ id: DeliveryID) {
        let continuation = state.withLock { state in
            state.ids.append(id)
            defer { state.waiting = nil }
            return state.waiting
        }
        continuation?.resume()
    }

    /// Lets `run` come to its end when everything has been written.
    func stop() {
        let continuation = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = nil }
            return state.waiting
        }
        continuation?.resume()
    }

    func run() async {
        while let ids = await next() {
            do {
                try await store.remove(ids)
            } catch {
                logger.warning("delivered messages could not be marked", metadata: ["reason": "\(error)"])
            }
        }
    }

    /// What has been delivered since; waits for something. `nil` is the end.
    private func next() async -> [DeliveryID]? {
        while true {
            let (ids, isStopped) = state.withLock { state in
                defer { state.ids = [] }
                return (state.ids, state.isStopped)
            }
            if !ids.isEmpty { return ids }
            if isStopped || Task.isCancelled { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        if !state.ids.isEmpty || state.isStopped || Task.isCancelled { return true }
                        state.waiting = continuation
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                stop()
            }
        }
    }
}
