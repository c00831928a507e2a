import Synchronization

/// Remembers what was tapped last on a device, so that it can be tapped again.
final class LastTap: Sendable {
    private let message = Mutex<WebhookMessage?>(nil)

    /// Notes a tap, and gives the one before it.
    func replace(with tap: WebhookMessage) -> WebhookMessage? {
        message.withLock { message in
            defer { message = tap }
            return message
        }
    }
}
