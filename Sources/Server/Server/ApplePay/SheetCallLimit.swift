import Concurrency
import Expressions
import Synchronization

/// The rate limit for the calls of pay sheets: how many run at once, and how many one sheet makes in a minute. Apple's
/// addresses are not known, so it counts by sheet and not by caller.
final class SheetCallLimit: Sendable {
    private struct State {
        /// The number of calls in the current minute, by sheet.
        var calls: [String: Int] = [:]
        var minute = 0
    }

    private let state = Mutex(State())
    private let permits = AsyncSemaphore(permits: 256)

    /// A customer who tries every choice of a sheet makes at most one call a second.
    private static let mostAMinute = 120
    private static let mostSheets = 20_000

    /// Runs `work` for a call of a sheet. Returns `nil` without running it when a limit is reached.
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
