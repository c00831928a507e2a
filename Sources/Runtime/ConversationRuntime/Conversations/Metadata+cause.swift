import Channels
import Logging

/// Metadata of log lines that makes it possible to trace a webhook to the delivery of its last answer. Contains no
/// customer content and no customer id.
extension Logger.Metadata {
    /// - Parameter cause: the id of the arrival that caused everything.
    static func cause(_ cause: String?, reason: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        metadata["arrival"] = cause.map { "\($0)" }
        metadata["reason"] = reason.map { "\($0)" }
        return metadata
    }

    static func about(_ stored: StoredDelivery, reason: String? = nil) -> Logger.Metadata {
        var metadata = cause(stored.delivery.cause, reason: reason)
        metadata["session"] = "\(stored.session.number)"
        metadata["delivery"] = "\(stored.delivery.id)"
        return metadata
    }
}
