import Channels
import Logging
import Traces

/// Metadata of log lines that makes it possible to trace a webhook to the delivery of its last answer. Contains no
/// customer content and no customer id.
extension Logger.Metadata {
    /// - Parameters:
    ///   - cause: the id of the arrival that caused everything.
    ///   - trace: the position in its trace, for lines outside of spans.
    static func cause(_ cause: String?, in trace: TraceParent? = nil, reason: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        metadata["arrival"] = cause.map { "\($0)" }
        metadata["reason"] = reason.map { "\($0)" }
        metadata[TraceParent.logKey] = trace.map { "\($0.traceID)" }
        return metadata
    }

    static func about(_ stored: StoredDelivery, reason: String? = nil) -> Logger.Metadata {
        var metadata = cause(stored.delivery.cause, in: stored.trace, reason: reason)
        metadata["session"] = "\(stored.session.number)"
        metadata["delivery"] = "\(stored.delivery.id)"
        return metadata
    }
}
