import Channels
import JSON
import MessageModel
import OpenGraph

/// Writes messages as Apple wants them: the part of each body that depends on the kind.
struct Envelope: Sendable {
    let pictures: any PictureSource
    let limits: AppleLimits
    let log: DeliveryLog
    var apps: any AppSource = FixedApps()
    /// Tells what pages of the web say of themselves; `nil` asks nobody.
    var previews: (any LinkPreviewSource)?
    /// The customer's language, for days whose format has names in it.
    var language = "en"
    /// Sends files along; `nil` leaves them to their words.
    var attachments: AttachmentWriter?
    /// Opens sign-ins; `nil` where nobody can be asked to sign in.
    var signIns: SignInWriter?
    /// Opens payments; `nil` where nobody can be asked to pay.
    var payments: PaymentWriter?

    /// What is sent for a message, in order: a text with addresses is a text and its rich links.
    ///
    /// - Throws: when the message is of a kind that cannot be sent, and nothing can go in its place.
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

    /// A text, then a rich link for each address in it; what is nothing but an address is a rich link alone.
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

    /// An interactive message (Interactive Message Types, BaseInteractiveMessage Dictionary), with what the flow's `apple:`
    /// lays over it. Quick replies have no bubble of their own.
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
