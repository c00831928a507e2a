import Expressions
import Foundation
public import Logging
import Traces

/// Writes each log event as one line: as text, or as one JSON object with `time` (ISO 8601, UTC), `level`, `message`,
/// `module`, and all metadata as further members.
public struct LineLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let format: LogFormat
    private let now: @Sendable () -> Moment
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - now: returns the current time.
    ///   - write: writes one line, including its line break.
    init(
        _ format: LogFormat, label: String = "usher", now: @escaping @Sendable () -> Moment,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.label = label
        self.format = format
        self.now = now
        self.write = write
    }

    /// Returns a handler that writes to standard error and never waits for its reader.
    public static func standardError(_ format: LogFormat, label: String) -> LineLogHandler {
        LogWriter.standardError.start()
        var handler = LineLogHandler(format, label: label) {
            Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000))
        } write: { line in
            LogWriter.standardError.write(line, as: format)
        }
        handler.metadataProvider = .trace
        return handler
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        // A cancellation is a consequence of what ends the server, which is logged itself.
        if event.metadata?["reason"] == "\(CancellationError())" { return }
        write(LogLine(event, metadata, metadataProvider, at: now()).text(in: format, label: label))
    }
}
