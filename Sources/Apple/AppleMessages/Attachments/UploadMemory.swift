import Expressions
import Synchronization

/// A cache of the files that Apple holds, so that a file is uploaded once for all customers of a business and all
/// retries.
final class UploadMemory: Sendable {
    struct Key: Hashable {
        let business: String
        let source: String
        /// Distinguishes the file from an earlier one of the same name.
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

    /// - Parameter most: the maximum number of entries; the least recently used one is evicted first.
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
