import Channels
import ConversationRuntime
import Expressions
import JSON
import Logging
import MessageModel
import ServiceLifecycle
import Synchronization

/// Lets the bot hear what was said to it: of each conversation one thing at a time and in order, of many conversations at once.
///
/// What it is to hear lies in the store until it has heard it, so a crash loses nothing; and the bot knows by the id of an
/// arrival what it has heard already.
final class ChatIntake: Sendable {
    private struct State {
        /// Conversations that are being heard; whether more has come meanwhile.
        var lanes: [String: Bool] = [:]
        var hasSearched = false
        var isStopped = false
        var idle: [(conversation: String?, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let keeper: ChatKeeper
    private let desk: any ChatDesk
    private let clock: any WallClock
    private let logger: Logger
    private let opening: AsyncStream<String>.Continuation
    private let opened: AsyncStream<String>

    private static let batch = 500

    init(keeper: ChatKeeper, desk: any ChatDesk, clock: any WallClock, logger: Logger) {
        self.keeper = keeper
        self.desk = desk
        self.clock = clock
        self.logger = logger
        (opened, opening) = AsyncStream.makeStream(of: String.self)
    }

    /// Something waits for the bot in a conversation.
    func hear(_ conversation: String) {
        let isNew = state.withLock { state in
            let isNew = state.lanes[conversation] == nil
            state.lanes[conversation] = !isNew
            return isNew && !state.isStopped
        }
        if isNew { opening.yield(conversation) }
    }

    /// Runs until the task is cancelled or the server shuts down; what is being heard then is finished.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.search() }
            await withTaskCancellationOrGracefulShutdownHandler {
                for await conversation in opened { group.addTask { await self.drain(conversation) } }
            } onCancelOrGracefulShutdown: {
                self.stop()
            }
        }
    }

    /// Returns when nothing waits for the bot, or nothing is heard any more.
    func untilIdle(in conversation: String? = nil) async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                let isIdle = Self.isIdle(conversation, state)
                if !isIdle { state.idle.append((conversation, continuation)) }
                return isIdle
            }
            if isIdle { continuation.resume() }
        }
    }

    private static func isIdle(_ conversation: String?, _ state: borrowing State) -> Bool {
        if state.isStopped { return true }
        guard let conversation else { return state.hasSearched && state.lanes.isEmpty }
        return state.lanes[conversation] == nil
    }

    /// Finds what was left when the server was stopped.
    private func search() async {
        var last: String?
        while !state.withLock(\.isStopped) {
            do {
                let found = try await keeper.store.conversationsWithUnheard(after: last, limit: Self.batch)
                for conversation in found { hear(conversation) }
                guard let end = found.last else { break }
                last = end
            } catch {
                logger.error("what waits for the bot could not be looked for", metadata: ["reason": "\(error)"])
                await rest()
            }
        }
        settle { $0.hasSearched = true }
    }

    private func drain(_ conversation: String) async {
        while !state.withLock(\.isStopped) {
            var metadata: Logger.Metadata = [:]
            do {
                if let message = try await keeper.store.nextUnheard(in: conversation) {
                    metadata["arrival"] = "\(message.arrival)"
                    try await hear(message)
                } else if !isMore(in: conversation) {
                    break
                }
            } catch {
                metadata["reason"] = "\(error)"
                logger.error("a message of the web chat could not be handled", metadata: metadata)
                await rest()
            }
        }
        settle { if $0.isStopped { $0.lanes[conversation] = nil } }
    }

    /// Whether something has come since the lane was looked at last; if not, the lane ends.
    private func isMore(in conversation: String) -> Bool {
        state.withLock { state in
            let isMore = state.lanes[conversation] ?? false
            state.lanes[conversation] = isMore ? false : nil
            return isMore
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
        logger.debug("a message of the web chat was answered", metadata: metadata)
        try await keeper.store.noteHeard(message)
        keeper.hub.wake(conversation)
    }

    private func rest() async {
        let next = clock.now + .seconds(1)
        await Nap(clock: clock).restUntilShutdown(or: next)
    }

    private func stop() {
        settle { $0.isStopped = true }
        opening.finish()
    }

    /// Changes the state, and wakes those who waited for that.
    private func settle(_ change: (inout State) -> Void) {
        let woken = state.withLock { state in
            change(&state)
            let isIdle = state.idle.map { Self.isIdle($0.conversation, state) }
            let woken = zip(state.idle, isIdle).filter(\.1).map(\.0.continuation)
            state.idle = zip(state.idle, isIdle).filter { !$0.1 }.map(\.0)
            return woken
        }
        for continuation in woken { continuation.resume() }
    }
}

extension Arrival {
    /// A message as the bot hears it: from a browser, which shows everything but what Apple's devices have of their own.
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
    /// Its id among all that arrives.
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
