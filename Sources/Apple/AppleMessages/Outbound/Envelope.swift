import ChannelRules
import Channels
import FlowModel
import JSON
import MessageModel
import OpenGraph

/// Writes messages in the form that Apple requires: the part of each body that depends on the kind.
struct Envelope: Sendable {
    let pictures: any PictureSource
    let limits: AppleLimits
    let log: DeliveryLog
    /// The iMessage apps that messages open.
    var apps: [MessageApp] = []
    /// Fetches the metadata of web pages; `nil` fetches none.
    var previews: (any LinkPreviewSource)?
    /// The customer's language, for date formats that contain names.
    var language = "en"
    /// Sends files as attachments; `nil` sends only the text of their cards.
    var attachments: AttachmentWriter?
    /// Opens sign-ins; `nil` when sign-in messages cannot be sent.
    var signIns: SignInWriter?
    /// Opens payments; `nil` when payment messages cannot be sent.
    var payments: PaymentWriter?

    /// Returns the wire messages for a message, in order: a text with addresses becomes a text and its rich links.
    ///
    /// - Throws: when the message is of a kind that cannot be sent, and there is no substitute for it.
    func messages(of message: Message) async throws(DeliveryFailure) -> [WireMessage] {
        switch message.offered {
        case .text(let text): texts(text)
        case .prompt(let prompt): texts(prompt.words)
        case .card(let card): try await self.card(card)
        case .buttons(let buttons):
            [interactive(QuickReply(buttons, writer: writer).data, overlay: buttons.overlay)]
        case .list(let list): [await self.list(list)]
        case .times(let times): [await self.times(times)]
        case .form(let form): [await self.form(form)]
        case .app(let app): try await self.app(app)
        case .link(let message): try await self.link(message)
        case .signIn(let message): [try await self.signIn(message)]
        case .pay(let message): [try await payment(message)]
        }
    }

    var writer: BubbleWriter { BubbleWriter(limits: limits, log: log) }

    /// Returns a text, followed by a rich link for each address in it; a text that consists only of an address becomes
    /// a rich link alone.
    func texts(_ text: String) -> [WireMessage] {
        let parts = TextWithLinks(text)
        let links = parts.links.map { WireMessage(RichLink($0).content(writer)) }
        return parts.text.isEmpty && !links.isEmpty ? links : [.text(parts.text)] + links
    }

    private func list(_ message: ListMessage) async -> WireMessage {
        let all = [message.bubble.image] + message.sections.flatMap { $0.items.map(\.image) }
        let images = await images(all)
        return interactive(
            ListPicker(message, images: images, writer: writer).data, message.bubble, images)
    }

    private func times(_ message: TimesMessage) async -> WireMessage {
        let images = await images([message.bubble.image, message.image])
        return interactive(
            TimePicker(message, images: images, writer: writer).data, message.bubble, images)
    }

    private func form(_ message: FormMessage) async -> WireMessage {
        let images = await images(message.pictures)
        let form = Form(message, images: images, writer: writer, language: language)
        return interactive(form.data, message.bubble, images)
    }

    func images(_ all: [Picture?]) async -> ImageSet {
        await ImageSet(all.compactMap { $0 }, from: pictures, limits: limits, log: log)
    }

    /// Returns an interactive message (Interactive Message Types, BaseInteractiveMessage Dictionary), with the overlay
    /// from the flow's `apple:`. Quick replies have no bubble of their own.
    func interactive(
        _ data: JSONObject, _ bubble: MessageBubble? = nil, _ images: ImageSet = ImageSet(), overlay: JSONObject = [:]
    ) -> WireMessage {
        var data = data
        if !images.isEmpty { data["images"] = images.json }
        var interactive: JSONObject = ["bid": .string(Apple.bid), "data": .object(data)]
        if let bubble {
            interactive["receivedMessage"] = .object(writer.received(bubble, images))
            interactive["replyMessage"] = .object(writer.reply(bubble, images))
        }
        let whole = interactive.overlaid(with: bubble?.overlay ?? overlay)
        return WireMessage(["type": "interactive", "interactiveData": .object(whole)])
    }
}
