import Channels
import Logging

/// What log lines say beside their message, so that a webhook can be followed to the delivery of its last answer. Nothing
/// that a customer said, and nobody's id.
extension Logger.Metadata {
    /// - Parameter cause: the id of the arrival that everything goes back to.
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
