public import Logging
import Synchronization

/// Records log lines of all levels.
public final class LogRecorder: Sendable {
    private struct State {
        var lines: [String] = []
        var waiting: [(part: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// All lines with their metadata.
    public var lines: [String] { state.withLock(\.lines) }

    public var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(recorder: self) }
        logger.logLevel = .trace
        return logger
    }

    /// Returns when a line that contains `part` has been logged.
    public func line(with part: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.lines.contains(where: { $0.contains(part) }) { return true }
                state.waiting.append((part, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func add(_ line: String) {
        let found = state.withLock { state in
            state.lines.append(line)
            defer { state.waiting.removeAll { line.contains($0.part) } }
            return state.waiting.filter { line.contains($0.part) }
        }
        for waiting in found { waiting.continuation.resume() }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let words = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            recorder.add(([event.level.rawValue, "\(event.message)"] + words).joined(separator: " "))
        }
    }
}
