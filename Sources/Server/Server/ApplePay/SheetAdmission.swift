import Expressions
import Synchronization

/// Lets only so many calls to pay sheets in: Apple's addresses are not known, so it counts what is called, not who calls.
final class SheetAdmission: Sendable {
    private struct State {
        var inside = 0
        /// Calls of each sheet in this minute.
        var calls: [String: Int] = [:]
        var minute = 0
    }

    private let state = Mutex(State())

    /// A customer who turns through everything a sheet has makes a call a second at most.
    private static let mostAMinute = 120
    private static let mostAtOnce = 256
    private static let mostSheets = 20_000

    /// Whether a call may go on; then somebody has to `leave`.
    func enter(_ sheet: String, at now: Moment) -> Bool {
        let minute = now.milliseconds / 60_000
        return state.withLock { state in
            if state.minute != minute || state.calls.count > Self.mostSheets { state.calls = [:] }
            state.minute = minute
            let calls = state.calls[sheet, default: 0] + 1
            state.calls[sheet] = calls
            guard state.inside < Self.mostAtOnce, calls <= Self.mostAMinute else { return false }
            state.inside += 1
            return true
        }
    }

    func leave() { state.withLock { $0.inside -= 1 } }
}
