import JSON
import MessageParts
import Synchronization

/// The progress of the transfers in each conversation, kept so that the total shown for all of them never decreases.
final class TransferBoard: Sendable {
    private let running = Mutex<[String: AggregateProgress<String>]>([:])

    /// Records the progress of one transfer. Returns the total progress of all; once all have arrived, the next
    /// transfer starts a new total.
    func note(_ id: String, _ progress: TransferProgress, in conversation: String) -> JSONValue {
        running.withLock { running in
            var all = running[conversation] ?? AggregateProgress()
            all.add(id, progress)
            running[conversation] = all.isFinished ? nil : all
            return all.json
        }
    }

    /// Removes a transfer that was aborted.
    func remove(_ id: String, in conversation: String) {
        running.withLock { running in
            running[conversation]?.remove(id)
            if running[conversation]?.isFinished == true { running[conversation] = nil }
        }
    }
}

/// Decides when enough bytes have arrived to report progress: every twentieth of a file, but at least one MiB.
final class ProgressSteps: Sendable {
    private let step: Int
    private let state: Mutex<(place: Int, told: Int)>

    init(from start: Int, of size: Int) {
        step = max(size / 20, 1 << 20)
        state = Mutex((start, start))
    }

    /// - Returns: the number of bytes received, when it is time to report progress; otherwise `nil`.
    func take(_ count: Int) -> Int? {
        state.withLock { state in
            let before = state.place
            state.place += count
            // The bytes of this piece are not on disk yet.
            guard before - state.told >= step else { return nil }
            state.told = before
            return before
        }
    }
}
