import Channels
import JSON
import Logging
import MessageModel

/// Writes messages as Apple wants them: the part of the body that depends on the kind.
struct Envelope: Sendable {
    let pictures: any PictureSource
    let isStrict: Bool
    let logger: Logger
    /// Where our own pages lie.
    var pages = Pages(publicURL: nil)

    /// - Throws: when the message is of a kind that cannot be sent, and nothing can go in its place.
    func content(of message: Message) async throws(DeliveryFailure) -> JSONObject {
        switch message {
        case .text(let text): ["type": "text", "body": .string(text)]
        case .buttons(let buttons): interactive(QuickReply(buttons, writer: writer).data)
        case .list(let list): await self.list(list)
        case .times(let times): await self.times(times)
        // Until this channel sends their own form, what has a page goes out as its address.
        case .signIn, .pay, .app, .link: ["type": "text", "body": .string(try pages.text(for: message))]
        // Never sent so: the abilities that are reported leave forms out.
        case .form(let form): ["type": "text", "body": .string(form.bubble.title)]
        }
    }

    private var writer: BubbleWriter { BubbleWriter(isStrict: isStrict, logger: logger) }

    private func list(_ message: ListMessage) async -> JSONObject {
        let all = [message.bubble.image] + message.sections.flatMap { $0.items.map(\.image) }
        let images = await images(all)
        return interactive(
            ListPicker(message, images: images, writer: writer).data, message.bubble, images)
    }

    private func times(_ message: TimesMessage) async -> JSONObject {
        let images = await images([message.bubble.image, message.image])
        return interactive(
            TimePicker(message, images: images, writer: writer).data, message.bubble, images)
    }

    private func images(_ all: [Picture?]) async -> ImageSet {
        await ImageSet(all.compactMap { $0 }, from: pictures, isStrict: isStrict, logger: logger)
    }

    /// An interactive message (Interactive Message Types, BaseInteractiveMessage Dictionary). Quick replies have no
    /// bubble of their own.
    private func interactive(
        _ data: JSONObject, _ bubble: MessageBubble? = nil, _ images: ImageSet = ImageSet()
    ) -> JSONObject {
        var data = data
        if !images.isEmpty { data["images"] = images.json }
        var interactive: JSONObject = ["bid": .string(Apple.bid), "data": .object(data)]
        if let bubble {
            interactive["receivedMessage"] = .object(writer.received(bubble, images))
            interactive["replyMessage"] = .object(writer.reply(bubble, images))
        }
        return ["type": "interactive", "interactiveData": .object(interactive)]
    }
}
