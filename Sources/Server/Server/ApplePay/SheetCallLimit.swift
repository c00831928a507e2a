import Concurrency
import Expressions
import Synchronization

/// Limits the calls of pay sheets: how many at once, and how many of one sheet in a minute. Apple's addresses are not known, so it
/// counts what is called, not who calls.
final class SheetCallLimit: Sendable {
    private struct State {
        /// Calls of each sheet in this minute.
        var calls: [String: Int] = [:]
        var minute = 0
    }

    private let state = Mutex(State())
    private let permits = AsyncSemaphore(permits: 256)

    /// A customer who turns through everything a sheet has makes a call a second at most.
    private static let mostAMinute = 120
    private static let mostSheets = 20_000

    /// Runs `work` for a call of a sheet; `nil` when there are too many.
    func withPermit<Result>(
        _ sheet: String, at now: Moment, _ work: () async -> sending Result
    ) async -> sending Result? {
        let minute = now.milliseconds / 60_000
        let calls = state.withLock { state in
            if state.minute != minute || state.calls.count > Self.mostSheets { state.calls = [:] }
            state.minute = minute
            let calls = state.calls[sheet, default: 0] + 1
            state.calls[sheet] = calls
            return calls
        }
        guard calls <= Self.mostAMinute else { return nil }
        return await permits.withPermitIfFree(work)
    }
}
