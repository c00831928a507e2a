import Logging
import Synchronization

/// Records log lines.
final class LogRecorder: Sendable {
    private let kept = Mutex<[String]>([])

    /// All lines with their metadata.
    var lines: [String] { kept.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(recorder: self) }
        logger.logLevel = .trace
        return logger
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
            recorder.kept.withLock {
                $0.append(([event.level.rawValue, "\(event.message)"] + words).joined(separator: " "))
            }
        }
    }
}
