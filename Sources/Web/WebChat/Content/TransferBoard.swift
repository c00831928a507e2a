import JSON
import MessageParts
import Synchronization

/// How far the files have come that are on their way, a conversation at a time, so that what is shown of all together never
/// goes back.
final class TransferBoard: Sendable {
    private let running = Mutex<[String: AggregateProgress<String>]>([:])

    /// Notes how far one has come. Returns what that makes of all; when all have arrived, the next one begins anew.
    func note(_ id: String, _ progress: TransferProgress, in conversation: String) -> JSONValue {
        running.withLock { running in
            var all = running[conversation] ?? AggregateProgress()
            all.add(id, progress)
            running[conversation] = all.isFinished ? nil : all
            return all.json
        }
    }

    /// Forgets one that does not arrive any more.
    func remove(_ id: String, in conversation: String) {
        running.withLock { running in
            running[conversation]?.remove(id)
            if running[conversation]?.isFinished == true { running[conversation] = nil }
        }
    }
}

/// Says when enough has come to be worth telling: every twentieth of a file.
final class ProgressSteps: Sendable {
    private let step: Int
    private let state: Mutex<(place: Int, told: Int)>

    init(from start: Int, of size: Int) {
        step = max(size / 20, 1 << 20)
        state = Mutex((start, start))
    }

    /// - Returns: how far it has come, when that is to be told.
    func take(_ count: Int) -> Int? {
        state.withLock { state in
            let before = state.place
            state.place += count
            // What is being taken is not on the disk yet.
            guard before - state.told >= step else { return nil }
            state.told = before
            return before
        }
    }
}
