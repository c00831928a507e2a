import Channels
import ConversationRuntime
import FlowModel
import Foundation
import Logging
import MessageParts

@testable import WebChat

/// The web chat of one process: the real one, on the same store as the sessions.
struct ChatRoom: Sendable {
    /// The parts that exist before the conversations.
    struct Parts {
        let store: OrderlyChats
        let keeper: ChatMessages
        let host: BotInfo
        let channel: WebChannel

        init(
            _ bot: Bot, _ store: any WebChatStore, _ orderly: OrderlyStore, _ outside: Outside,
            _ payments: (any PaymentOpener)?, _ signIns: (any SignInOpener)?
        ) {
            self.store = OrderlyChats(store: store, turns: orderly)
            keeper = ChatMessages(store: self.store, hub: ChatHub())
            host = BotInfo(bot)
            channel = WebChannel(keeper: keeper, host: host, signIns: signIns, payments: payments, clock: outside.clock)
        }
    }

    let chats: WebChats
    let store: OrderlyChats

    init(_ parts: Parts, _ conversations: Conversations, _ outside: Outside) {
        store = parts.store
        var chats = WebChats(
            settings: ChatSettings(sessionKey: Data(repeating: 9, count: 32), publicURL: "https://garage.example"),
            keeper: parts.keeper, host: parts.host, desk: conversations, clock: outside.clock,
            logger: outside.log.logger)
        chats.newID = { outside.chance.uuid() }
        self.chats = chats
    }

    func run() async { await WebChatService(chats).run() }

    /// Whether a message waits for the bot.
    func isBusy() async throws -> Bool {
        try await !store.conversationsWithUnheard(after: nil, limit: 1).isEmpty
    }
}
