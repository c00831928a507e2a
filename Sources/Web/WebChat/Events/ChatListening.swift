import Channels
import ConversationRuntime
import Expressions
import JSON

/// What a browser is told, one event after the other, for as long as it listens.
///
/// What has changed is read when the reader is ready for it, and written out one by one: a slow reader costs no memory.
public struct ChatListening: Sendable {
    private let chats: WebChats
    private let caller: ChatCaller
    public let stream: ChatStream
    private let place: Place
    /// Everything up to this has been told, or is among `pending`.
    private var revision: Int
    private var pending: ArraySlice<ChatChange> = []
    private var texts: [String]

    /// How many changes are told to somebody who comes back; who has missed more begins anew.
    private static let mostMissed = 200

    /// - Parameter revision: up to where everything is known; `nil` begins now.
    init(_ chats: WebChats, _ caller: ChatCaller, _ stream: ChatStream, after revision: Int?) async throws {
        self.chats = chats
        self.caller = caller
        self.stream = stream
        place = Place(stream, chats.keeper.hub)
        let now = try await chats.store.chatRevision()
        let isKnown = revision.map { (0...now).contains($0) } ?? true
        self.revision = isKnown ? revision ?? now : now
        texts = [ChatEvent("ready", ["after": .int(self.revision)], revision: self.revision).text]
        if !isKnown { texts.append(Self.reset(to: now)) }
        stream.wake()
    }

    /// Gives the place of a stream free when nobody reads it any more, whoever has forgotten to say so.
    private final class Place: Sendable {
        private let stream: ChatStream
        private let hub: ChatHub

        init(_ stream: ChatStream, _ hub: ChatHub) {
            self.stream = stream
            self.hub = hub
        }

        deinit { hub.close(stream) }
    }

    /// The next piece of the stream; `nil` when it is over.
    public mutating func next() async throws -> String? {
        while true {
            if stream.isOver { return nil }
            if !texts.isEmpty { return texts.removeFirst() }
            if let change = pending.popFirst() { return await text(of: change) }
            let wake = await stream.next()
            if wake.isOver || chats.clock.now >= caller.expires { return nil }
            if wake.isBeat { texts.append(ChatEvent.heartbeat) }
            texts += wake.passing.map(\.text)
            if wake.hasChanges { try await readChanges() }
        }
    }

    private mutating func readChanges() async throws {
        let found = try await chats.store.chatChanges(for: caller.id, after: revision, limit: Self.mostMissed)
        revision = found.revision
        if found.isTooMuch { texts.append(Self.reset(to: revision)) }
        pending = found.changes[...]
    }

    private func text(of change: ChatChange) async -> String {
        let writer = chats.writer
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
    /// Begins to tell a customer what happens. Whoever asked closes it in the end.
    ///
    /// - Parameters:
    ///   - revision: up to where everything is known; `nil` begins now.
    ///   - address: from where; only so many listen from one.
    public func listen(
        _ caller: ChatCaller, after revision: Int?, from address: String = "nowhere"
    ) async throws -> ChatListening {
        let stream = try keeper.hub.open(for: caller.id, from: address)
        do {
            return try await ChatListening(self, caller, stream, after: revision)
        } catch {
            keeper.hub.close(stream)
            throw error
        }
    }

    public func stopListening(_ stream: ChatStream) { keeper.hub.close(stream) }
}
