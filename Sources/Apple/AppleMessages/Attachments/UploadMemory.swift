import Expressions
import Synchronization

/// Remembers which files Apple keeps for us, so that a file goes there once for all customers of a business and for every
/// further attempt.
final class UploadMemory: Sendable {
    struct Key: Hashable {
        let business: String
        let source: String
        /// What tells the file from the one that was there before under the same name.
        let version: String
    }

    private struct Entry {
        let file: UploadedFile
        let until: Moment
        var usedAt: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses = 0
    }

    private let state = Mutex(State())
    private let most: Int

    /// - Parameter most: how many are remembered; the one that was not used for longest is forgotten first.
    init(most: Int = 500) { self.most = most }

    func file(_ key: Key, at now: Moment) -> UploadedFile? {
        state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            guard entry.until > now else {
                state.entries[key] = nil
                return nil
            }
            state.uses += 1
            state.entries[key]?.usedAt = state.uses
            return entry.file
        }
    }

    func keep(_ file: UploadedFile, for key: Key, until moment: Moment) {
        state.withLock { state in
            state.uses += 1
            state.entries[key] = Entry(file: file, until: moment, usedAt: state.uses)
            guard state.entries.count > most, let oldest = state.entries.min(by: { $0.value.usedAt < $1.value.usedAt })
            else { return }
            state.entries[oldest.key] = nil
        }
    }
}
