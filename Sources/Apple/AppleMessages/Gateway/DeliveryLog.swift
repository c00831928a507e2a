import Channels
import Logging

/// The log for events during the writing of a message, with the delivery and the arrival that it answers as metadata.
///
/// The metadata is added only when an entry is written: a logger of its own for each delivery would burden every
/// message for a rare need.
struct DeliveryLog: Sendable {
    private let logger: Logger
    private let delivery: Delivery?

    init(_ logger: Logger, of delivery: Delivery? = nil) {
        self.logger = logger
        self.delivery = delivery
    }

    func notice(_ message: Logger.Message, metadata: Logger.Metadata) {
        var metadata = metadata
        if let delivery { metadata["delivery"] = "\(delivery.id)" }
        if let arrival = delivery?.cause { metadata["arrival"] = "\(arrival)" }
        logger.notice(message, metadata: metadata)
    }
}
