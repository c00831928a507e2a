import Concurrency
import Expressions
import Synchronization

/// A device of a customer, with its transcript.
final class Device: Sendable {
    let number: Int
    let description: SimulatedDevice
    let customer: Customer
    let transcript: Watched<Transcript>
    let taps = LastTap()
    let draft = Draft()
    let sheets = Mutex<PaymentSheet?>(nil)

    init(number: Int, _ wanted: DeviceDescription, customer: Customer, memory: MemoryLimits) {
        self.number = number
        self.customer = customer
        description = SimulatedDevice(id: DeviceID("d\(number)"), customer: customer.id, wanted)
        transcript = Watched(Transcript(memory: memory))
    }

    /// Shows a message, or records it as lost because the device cannot show it; returns whether it was shown.
    func receive(
        _ message: GatewayMessage, _ files: [TranscriptFile], body: [UInt8], at moment: Moment
    ) -> Bool {
        let lost = reasonForLoss(of: message.content)
        transcript.change { transcript in
            _ = transcript.add(
                .received(message.content), id: message.id, files: files, payload: body, lost: lost, at: moment)
        }
        return lost == nil
    }

    /// Returns why a message is lost. A bubble whose capability is not in the device's `capability-list` vanishes
    /// without notice.
    private func reasonForLoss(of content: MessageContent) -> String? {
        if case .app = content, !description.kind.opensApps { return "a Mac does not open iMessage apps" }
        guard case .interactive(let message) = content else { return nil }
        guard let needed = type(of: message.feature).capability, !description.capabilities.contains(needed) else {
            return nil
        }
        return "this device cannot show it, as its capability list lacks \(needed.rawValue)"
    }

    /// Records what the customer is about to send, and returns the number of the entry.
    func record(
        _ sent: TranscriptEntry.Sent, id: String, files: [TranscriptFile] = [], payload: [UInt8], at moment: Moment
    ) -> Int {
        transcript.change { $0.add(.sent(sent), id: id, files: files, payload: payload, at: moment) }
    }

    /// Waits for entries after the entry `number`. Throws `SimulatorRefusal` when the device is removed in the
    /// meantime.
    func news(after number: Int, withSent: Bool) async throws -> [TranscriptEntry] {
        try await transcript.first { transcript in
            if transcript.isOver { throw SimulatorRefusal.notFound("the device was removed") }
            let news = transcript.news(after: number, withSent: withSent)
            return news.isEmpty ? nil : news
        }
    }

    /// Ends all waits for entries: the device has been removed.
    func close() { transcript.change { $0.isOver = true } }
}

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
