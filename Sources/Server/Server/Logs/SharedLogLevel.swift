public import Logging
import Synchronization

/// The log level of a server, which can change while it runs.
public final class SharedLogLevel: Sendable {
    private let level: Mutex<Logger.Level>

    public init(_ level: Logger.Level) { self.level = Mutex(level) }

    public var value: Logger.Level { level.withLock { $0 } }

    public func use(_ level: Logger.Level) { self.level.withLock { $0 = level } }
}

extension Logger {
    /// Returns the same logger with its level taken from `level` for each event.
    public func following(_ level: SharedLogLevel) -> Logger {
        var logger = self
        logger.handler = FollowingLogHandler(inner: handler, shared: level)
        return logger
    }
}

/// Passes on the events that the current shared level admits.
private struct FollowingLogHandler: LogHandler {
    var inner: any LogHandler
    let shared: SharedLogLevel
    /// Overrides the shared level.
    private var own: Logger.Level?

    init(inner: any LogHandler, shared: SharedLogLevel) {
        self.inner = inner
        self.shared = shared
    }

    var logLevel: Logger.Level {
        get { own ?? shared.value }
        set { own = newValue }
    }

    var metadata: Logger.Metadata {
        get { inner.metadata }
        set { inner.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { inner.metadataProvider }
        set { inner.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { inner[metadataKey: key] }
        set { inner[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { inner.log(event: event) }
}
