import Channels
public import Concurrency
import ConversationRuntime
import Expressions
import JSON
import Logging

/// The sequence of events for one browser, for as long as it listens.
///
/// Changes are read when the reader is ready for them and serialised one by one, so a slow reader costs no memory.
public struct ChatListening: Sendable {
    private let chats: WebChats
    private let following: Current<WebChats>
    private let caller: ChatCaller
    public let stream: ChatStream
    private let place: Place
    /// All changes up to this revision have been delivered or are in `pending`.
    private var revision: Int
    private var pending: ArraySlice<ChatChange> = []
    private var texts: [String]
    /// Whether changes are to be read next.
    private var mustRead = false
    /// Whether the database could not be read at the last attempt; the next heartbeat tries again.
    private var isBehind = false

    /// The maximum number of missed changes that are replayed to a returning client; a client that missed more starts
    /// afresh.
    private static let mostMissed = 200

    /// - Parameters:
    ///   - following: serialises each change, with the bot that answers by then.
    ///   - revision: the last revision that the client has; `nil` starts at the current one.
    init(
        _ chats: WebChats, following: Current<WebChats>, _ caller: ChatCaller, _ stream: ChatStream,
        after revision: Int?
    ) async throws {
        self.chats = chats
        self.following = following
        self.caller = caller
        self.stream = stream
        place = Place(stream, chats.keeper.hub)
        let now = try await chats.store.chatRevision(of: caller.id)
        let isKnown = revision.map { (0...now).contains($0) } ?? true
        self.revision = isKnown ? revision ?? now : now
        let ready = ChatEvent("ready", ["after": .int(self.revision)], revision: self.revision).text
        // First, since a client that has only heard that the stream is ready would resume after what it missed.
        texts = isKnown ? [ready] : [Self.reset(to: now), ready]
        stream.wake()
    }

    /// Releases the slot of a stream when it is no longer read, even if its owner did not close it.
    private final class Place: Sendable {
        private let stream: ChatStream
        private let hub: ChatHub

        init(_ stream: ChatStream, _ hub: ChatHub) {
            self.stream = stream
            self.hub = hub
        }

        deinit { hub.close(stream) }
    }

    /// Returns the next piece of the stream; `nil` when it has ended. It does not end while the database cannot be reached:
    /// heartbeats continue, and what was missed follows.
    public mutating func next() async throws -> String? {
        while true {
            if stream.isOver { return nil }
            if !texts.isEmpty { return texts.removeFirst() }
            if let change = pending.popFirst() { return await text(of: change) }
            if mustRead {
                mustRead = false
                try await readChanges()
                continue
            }
            let wake = await stream.next()
            if wake.isOver || chats.clock.now >= caller.expires { return nil }
            if wake.isBeat { texts.append(ChatEvent.heartbeat) }
            texts += wake.passing.map(\.text)
            // A read may last; what is known is delivered before.
            mustRead = wake.hasChanges || (isBehind && wake.isBeat)
        }
    }

    private mutating func readChanges() async throws {
        let found: ChatChanges
        do {
            found = try await chats.store.chatChanges(for: caller.id, after: revision, limit: Self.mostMissed)
        } catch let failure as any AvailabilityReporting where failure.isUnavailable {
            chats.logger.debug("could not read changes for an event stream", metadata: ["reason": "\(failure)"])
            isBehind = true
            return
        }
        isBehind = false
        revision = found.revision
        if found.isTooMuch { texts.append(Self.reset(to: revision)) }
        pending = found.changes[...]
    }

    private func text(of change: ChatChange) async -> String {
        let writer = following.value.writer
        let event =
            switch change {
            case .conversation(let conversation, let isNew):
                ChatEvent(
                    isNew ? "conversation.created" : "conversation.updated",
                    writer.json(conversation, for: caller.id), revision: change.revision)
            case .left(let conversation, let revision):
                ChatEvent("conversation.left", ["conversation": .string(conversation)], revision: revision)
            case .message(let message, let conversation, let isNew):
                ChatEvent(
                    isNew ? "message.created" : "message.updated",
                    await writer.json(message, in: conversation, for: caller.customer), revision: change.revision)
            case .receipt(let participant, let conversation):
                ChatEvent(
                    "receipt", writer.json(participant, in: conversation), revision: change.revision)
            }
        return event.text
    }

    private static func reset(to revision: Int) -> String {
        ChatEvent("reset", ["after": .int(revision)], revision: revision).text
    }
}

extension WebChats {
    /// Starts delivering events to a customer. The caller closes the stream at the end.
    ///
    /// - Parameters:
    ///   - revision: the last revision that the client has; `nil` starts at the current one.
    ///   - address: the client's address; the number of streams from one address is limited.
    ///   - following: these operations with the bot that answers by then: a stream outlives the bot with which it began;
    ///     `nil` where the bot is never replaced.
    public func listen(
        _ caller: ChatCaller, after revision: Int?, from address: String = "nowhere",
        following: Current<WebChats>? = nil
    ) async throws -> ChatListening {
        let stream = try keeper.hub.open(for: caller.id, from: address)
        do {
            return try await ChatListening(
                self, following: following ?? Current(always: self), caller, stream, after: revision)
        } catch {
            keeper.hub.close(stream)
            throw error
        }
    }

    public func stopListening(_ stream: ChatStream) { keeper.hub.close(stream) }
}
