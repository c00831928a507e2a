import Channels
import Concurrency
import ConversationRuntime
import Expressions
import JSON
import Logging
import MessageModel

/// Passes messages to the bot: one at a time and in order within a conversation, conversations in parallel.
///
/// Messages stay in the store until the bot has processed them, so a crash loses nothing; the bot recognises repeated
/// arrivals by their ids.
final class BotInbox: Sendable {
    private let worker = KeyedWorker<String>()
    private let keeper: ChatMessages
    private let desk: any WebChatConversations
    private let clock: any WallClock
    private let logger: Logger
    private let searching: FailureLog
    private let hearing: FailureLog

    private static let batch = 500

    init(keeper: ChatMessages, desk: any WebChatConversations, clock: any WallClock, logger: Logger) {
        self.keeper = keeper
        self.desk = desk
        self.clock = clock
        self.logger = logger
        searching = FailureLog(
            "could not search for web chat messages", end: "search for web chat messages works again", clock: clock,
            logger: logger)
        hearing = FailureLog(
            "web chat message failed", end: "web chat messages answered again", clock: clock, logger: logger)
    }

    /// Wakes the worker of a conversation that has messages for the bot.
    func hear(_ conversation: String) { worker.open(conversation) }

    /// Runs until the task is cancelled or the server shuts down; the message in progress is finished.
    func run() async {
        await worker.run(search: { await self.search() }, drain: { await self.drain($0) })
    }

    /// Looks for messages that wait, such as those of a server that has ended.
    func lookAgain() async { await search() }

    /// Returns when no messages wait for the bot, or the worker has stopped.
    func untilIdle(in conversation: String? = nil) async { await worker.untilIdle(under: conversation) }

    /// Finds the messages that were waiting when the server stopped.
    private func search() async {
        var last: String?
        while !worker.isStopped {
            do {
                let found = try await keeper.store.conversationsWithUnheard(after: last, limit: Self.batch)
                searching.succeeded()
                for conversation in found { hear(conversation) }
                guard let end = found.last else { break }
                last = end
            } catch {
                searching.failed(error, level: .retry(after: error))
                await rest()
            }
        }
    }

    private func drain(_ conversation: String) async {
        while !worker.isStopped {
            var metadata: Logger.Metadata = [:]
            do {
                guard let message = try await keeper.store.nextUnheard(in: conversation) else { return }
                metadata["arrival"] = "\(message.arrival)"
                try await hear(message)
                hearing.succeeded()
            } catch {
                hearing.failed(error, level: .retry(after: error), metadata)
                await rest()
            }
        }
    }

    private func hear(_ message: ChatMessage) async throws {
        guard case .waiting(let heard) = message.hearing,
            let conversation = try await keeper.store.chatConversation(message.conversation)
        else { return }
        let arrival = Arrival(heard, message, in: conversation)
        let receipt = try await desk.receive(arrival)
        var metadata: Logger.Metadata = ["arrival": "\(arrival.id)", "outcome": "\(receipt.word)"]
        if case .ignored(let reason) = receipt { metadata["reason"] = "\(reason)" }
        logger.debug("web chat message answered", metadata: metadata)
        try await keeper.store.noteHeard(message)
        keeper.hub.wake(conversation)
    }

    private func rest() async {
        let next = clock.now + .seconds(1)
        await InterruptibleSleep(clock: clock).restUntilShutdown(or: next)
    }
}

extension Arrival {
    /// Creates an arrival for the bot: from a browser, which shows everything except what only Apple's devices support.
    fileprivate init(_ heard: Heard, _ message: ChatMessage, in conversation: ChatConversation) {
        let sender = conversation.participant(message.sender)
        self.init(
            conversation: conversation.key, id: message.arrival, at: message.sentAt,
            content: .heard(heard), capabilities: Device.web.capabilities,
            locale: sender?.language?.replacing("-", with: "_"), intent: conversation.metadata["intent"]?.string,
            group: conversation.metadata["group"]?.string)
    }
}

extension ChatMessage {
    /// The message's id among all arrivals.
    fileprivate var arrival: String { "\(conversation)/\(id)" }
}

extension Receipt {
    fileprivate var word: String {
        switch self {
        case .accepted: "accepted"
        case .repeated: "repeated"
        case .ignored: "ignored"
        }
    }
}
