public import Channels
public import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageModel
public import MessageParts

/// Delivers the bot's messages to the web chat: they are stored there and shown to all listeners.
public struct WebChannel: Channel {
    public let name = "web"
    private let keeper: ChatMessages
    private let host: BotInfo
    private let signIns: (any SignInOpener)?
    private let registry: TypeRegistry
    private let payments: (any PaymentOpener)?
    private let project: (any FlowFiles)?
    private let files: (any ContentStore)?
    private let clock: any WallClock

    /// - Parameters:
    ///   - signIns: opens sign-ins; without it, a message that asks for one fails permanently.
    ///   - payments: opens payments; without it, a message that asks for one fails permanently.
    ///   - project: the files that messages offer.
    ///   - files: the stored files that people send; without them, such messages cannot be sent.
    public init(
        keeper: ChatMessages, host: BotInfo, signIns: (any SignInOpener)?,
        payments: (any PaymentOpener)?, registry: TypeRegistry = .standard, project: (any FlowFiles)? = nil,
        files: (any ContentStore)? = nil, clock: any WallClock
    ) {
        self.keeper = keeper
        self.host = host
        self.signIns = signIns
        self.registry = registry
        self.payments = payments
        self.project = project
        self.files = files
        self.clock = clock
    }

    public func deliver(_ delivery: Delivery) async throws(DeliveryFailure) {
        let conversation = try await conversation(of: delivery.conversation)
        let message = try await rich(delivery, conversation)
        var names = NodeNames(seed: delivery.id)
        let parts = registry.parts(
            of: message, message: "layer:///messages/\(delivery.id)", &names, overlay: delivery.message.overlay)
        let new = NewChatMessage(
            conversation: conversation.id, id: delivery.id, sender: ChatCustomer.bot, sentAt: clock.now,
            parts: JSONParts(parts).json)
        switch try await add(new, conversation) {
        case .added, .known: return
        case .taken: throw .giveUp("another message has its id")
        case .notFound: throw .giveUp("the bot is no longer a participant of the conversation")
        }
    }

    private func conversation(of key: ConversationKey) async throws(DeliveryFailure) -> ChatConversation {
        let found: ChatConversation?
        do {
            found = try await keeper.store.chatConversation(of: key)
        } catch {
            throw .tryAgain("the database does not respond")
        }
        guard let found else { throw .giveUp("the conversation no longer exists") }
        return found
    }

    private func add(
        _ message: NewChatMessage, _ conversation: ChatConversation
    ) async throws(DeliveryFailure) -> ChatAddition {
        do {
            return try await keeper.add(message, in: conversation)
        } catch {
            throw .tryAgain("the message could not be stored")
        }
    }

    // Conversion to a rich message.

    private func rich(
        _ delivery: Delivery, _ conversation: ChatConversation
    ) async throws(DeliveryFailure) -> RichMessage {
        if case .link(let link) = delivery.message, let page = try await page(for: link, delivery.conversation) {
            return page
        }
        let stored = try await stored(in: delivery.message)
        let customers = conversation.present.filter { !$0.isBot }.map(\.id)
        let bridge = PartsBridge(
            registry, wording: wording(of: delivery.context),
            // In a conversation of several customers, any of them may answer the bot.
            enabledFor: customers.count == 1 ? customers : [], file: file,
            source: { [project] name in
                if let stored, stored.source == name { return stored.part }
                return project?.part(named: name, in: conversation.id)
            })
        return bridge.message(of: delivery.message)
    }

    /// Returns the part of the stored file that a message shows; `nil` for messages without one.
    private func stored(
        in message: Message
    ) async throws(DeliveryFailure) -> (source: String, part: PartData)? {
        guard case .card(let card) = message, case .file(let file) = card.content,
            let id = FileCard.storedID(in: file.source)
        else { return nil }
        let found: StoredContent?
        do {
            found = try await files?.content(id)
        } catch {
            throw .tryAgain("the database does not respond")
        }
        guard let found else { throw .giveUp("the file is no longer stored") }
        let reference = ContentReference(id: ContentView.prefix + id, size: found.size)
        return (file.source, PartData(mimeType: found.content.kind, body: nil, content: reference))
    }

    /// Returns the formatting of values that the flow uses for the customer.
    private func wording(of context: DeliveryContext) -> Wording {
        host.wording(for: context.language, in: context.region.flatMap { RegionCode($0) } ?? .unknown)
    }

    /// Returns the page of this server to which a message leads; `nil` for other addresses.
    private func page(
        for link: LinkMessage, _ conversation: ConversationKey
    ) async throws(DeliveryFailure) -> RichMessage? {
        switch link.target {
        case .address: return nil
        case .pay(let asked):
            guard let payments else { throw .giveUp("payments are not configured") }
            let address = try await payments.openLink(asked, question: link.question, in: conversation)
            return rich(link, to: address, note: nil)
        case .signIn(let asked):
            guard let signIns else { throw .giveUp("sign-in is not configured") }
            let opened = try await signIns.openLink(asked, question: link.question, in: conversation)
            let digits = asked.digitsWords.isEmpty ? opened.digits : "\(asked.digitsWords) \(opened.digits)"
            return rich(link, to: opened.address, note: digits)
        }
    }

    private func rich(_ link: LinkMessage, to address: String, note: String?) -> RichMessage {
        var content = LinkContent(address, title: link.words.isEmpty ? nil : link.words)
        content.description = note
        var message = RichMessage(content)
        message.customData = ["question": .string(link.question)]
        return message
    }

    /// Returns the address of a picture or a file of the project. It is the same under each host name of the server.
    @Sendable private func file(_ source: String) -> String {
        guard !source.contains("://"), !source.hasPrefix("data:") else { return source }
        let path = source.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? source
        return "/chat/images/\(path)"
    }
}

extension Message {
    /// The overlay that a flow adds to the body of the root.
    fileprivate var overlay: JSONObject {
        switch self {
        case .card(let card): card.overlay
        case .buttons(let buttons): buttons.overlay
        case .list(let list): list.bubble.overlay
        case .times(let times): times.bubble.overlay
        case .form(let form): form.bubble.overlay
        case .text, .prompt, .signIn, .pay, .app, .link: [:]
        }
    }
}
