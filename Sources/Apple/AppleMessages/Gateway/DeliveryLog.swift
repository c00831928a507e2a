import Channels
import Logging

/// Logs what is noticed while a message is written, with the delivery and the arrival that it answers.
///
/// A logger of its own for each delivery would cost every message what hardly any needs.
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
