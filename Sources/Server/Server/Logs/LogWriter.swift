package import Dispatch
import Foundation
import Logging
import Synchronization

/// Writes log lines to a stream, on its own thread.
///
/// Logging never fails and never waits for the reader of the stream: lines are buffered in memory up to a limit. Beyond
/// it, or when the stream cannot be written, they are dropped. Dropped lines are counted, and when writing works again
/// a log line reports their number.
public final class LogWriter: Sendable {
    /// The writer for the standard error of the process.
    public static let standardError = LogWriter(.standardError)

    private struct State {
        var lines: [(text: String, format: LogFormat)] = []
        /// Bytes of the lines that are not written yet.
        var waiting = 0
        /// The number of lines dropped because the buffer was full, all newer than the buffered ones.
        var dropped = 0
        var lost = 0
        var isStarted = false
        /// Callers that wait until everything is written.
        var drainers: [DispatchSemaphore] = []
    }

    /// The state of the writing thread.
    private struct Progress {
        /// The number of lost lines that the log has not reported yet.
        var unreported = 0
        /// Whether the stream ends in an incomplete line.
        var isLineOpen = false
        var format = LogFormat.text
    }

    private let state = Mutex(State())
    private let stream: WritableStream
    private let capacity: Int
    private let wake = DispatchSemaphore(value: 0)

    /// - Parameter capacity: the maximum number of bytes buffered while the stream accepts none.
    package init(_ stream: WritableStream, capacity: Int = 4_000_000) {
        self.stream = stream
        self.capacity = capacity
    }

    /// The number of lines lost since the start.
    public var lost: Int { state.withLock(\.lost) }

    /// Whether the log of this process is written through it.
    public var isStarted: Bool { state.withLock(\.isStarted) }

    /// Starts the writing thread.
    public func start() {
        let isNew = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isNew else { return }
        let thread = Thread { [self] in
            var progress = Progress()
            while true {
                wake.wait()
                writeAll(&progress)
            }
        }
        thread.name = "log"
        thread.start()
    }

    /// Buffers a line, which includes its line break, and returns at once.
    ///
    /// - Parameter format: the format of the log, in which lost lines are reported too.
    public func write(_ line: String, as format: LogFormat) {
        start()
        let size = line.utf8.count
        state.withLock { state in
            if state.waiting + size <= capacity {
                state.waiting += size
                state.lines.append((line, format))
            } else {
                state.dropped += 1
                state.lost += 1
            }
        }
        wake.signal()
    }

    /// Blocks until every line is written or lost, but no longer than `limit`; for the end of a program.
    ///
    /// - Returns: whether no lines are waiting any more.
    @discardableResult package func drain(within limit: DispatchTimeInterval) -> Bool {
        let drained = DispatchSemaphore(value: 0)
        let isDone = state.withLock { state in
            if !state.isStarted || state.waiting == 0 && state.dropped == 0 { return true }
            state.drainers.append(drained)
            return false
        }
        if isDone { return true }
        wake.signal()
        return drained.wait(timeout: .now() + limit) == .success
    }

    // Runs on the writing thread.

    private func writeAll(_ progress: inout Progress) {
        while true {
            let (lines, dropped) = state.withLock { state in
                defer { (state.lines, state.dropped) = ([], 0) }
                return (state.lines, state.dropped)
            }
            for (text, format) in lines {
                progress.format = format
                report(&progress)
                let isWritten = put(text, &progress)
                if !isWritten { progress.unreported += 1 }
                state.withLock { state in
                    state.waiting -= text.utf8.count
                    if !isWritten { state.lost += 1 }
                }
            }
            progress.unreported += dropped
            guard lines.isEmpty else { continue }
            report(&progress)
            if isQuiet() { return }
        }
    }

    /// Writes a line with the number of lost lines, if any.
    private func report(_ progress: inout Progress) {
        guard progress.unreported > 0 else { return }
        let line = LogLine(
            level: .warning, message: "log lines lost", module: "Server",
            metadata: ["count": "\(progress.unreported)"])
        if put(line.text(in: progress.format, label: "usher"), &progress) { progress.unreported = 0 }
    }

    private func put(_ text: String, _ progress: inout Progress) -> Bool {
        do throws(WritableStream.Failure) {
            try stream.write(Array(((progress.isLineOpen ? "\n" : "") + text).utf8))
            progress.isLineOpen = false
            return true
        } catch {
            if error.written > 0 { progress.isLineOpen = true }
            return false
        }
    }

    /// Returns whether no lines have arrived in the meantime; if so, it wakes the waiting callers.
    private func isQuiet() -> Bool {
        let drainers: [DispatchSemaphore]? = state.withLock { state in
            guard state.lines.isEmpty, state.dropped == 0 else { return nil }
            defer { state.drainers = [] }
            return state.drainers
        }
        for drainer in drainers ?? [] { drainer.signal() }
        return drainers != nil
    }
}
