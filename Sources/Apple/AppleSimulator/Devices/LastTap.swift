import Synchronization

/// The most recent tap on a device, stored so that it can be repeated.
final class LastTap: Sendable {
    private let message = Mutex<WebhookMessage?>(nil)

    /// Records a tap, and returns the one before it.
    func replace(with tap: WebhookMessage) -> WebhookMessage? {
        message.withLock { message in
            defer { message = tap }
            return message
        }
    }
}
