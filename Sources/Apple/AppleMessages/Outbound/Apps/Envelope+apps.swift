import ChannelRules
import Channels
import FlowModel
import JSON
import Logging
import MessageModel

extension Envelope {
    /// Returns an iMessage app. An app that is no longer known is replaced by the address of its page.
    func app(_ message: AppMessage) async throws(DeliveryFailure) -> [WireMessage] {
        guard let app = apps.first(where: { $0.name == message.app.app }) else { return try page(instead: message) }
        let bubble = try AppBubble(message, of: app, icon: await icon(of: app), writer: writer)
        return [
            WireMessage(
                ["type": "interactive", "interactiveData": .object(bubble.interactiveData)],
                attachment: message.bubble.image)
        ]
    }

    private func page(instead message: AppMessage) throws(DeliveryFailure) -> [WireMessage] {
        guard let address = message.app.webAddress else {
            throw .giveUp("there is no app `\(message.app.app)`, and it has no `web` address")
        }
        return texts(message.bubble.title) + [try page(address, "")]
    }

    /// Returns the bytes of an app's icon. One that is too large is left out: devices with the app do not need it.
    private func icon(of app: MessageApp) async -> [UInt8]? {
        guard let source = app.icon else { return nil }
        let bytes = await pictures.bytes(of: Picture(source: source, alt: nil))
        if let bytes, bytes.count <= AppleLimits.appIcon { return bytes }
        log.notice(
            "app icon omitted",
            metadata: [
                "app": "\(app.name)", "reason": "\(bytes.map { "too large: \($0.count) bytes" } ?? "unavailable")",
            ])
        return nil
    }
}
