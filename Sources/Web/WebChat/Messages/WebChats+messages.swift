import Channels
import ConversationRuntime
import Expressions
import Foundation
public import JSON
import MessageModel
import MessageParts

extension WebChats {
    private static let largestPage = 100

    /// Returns the messages before one, oldest first.
    public func messages(
        in id: String, before: Int?, limit: Int, for caller: ChatCaller
    ) async throws -> JSONValue {
        let (conversation, own) = try await conversation(id, of: caller)
        let limit = min(max(1, limit), Self.largestPage)
        // Read first, so that no change after it is missed.
        let revision = try await store.chatRevision(of: caller.id)
        let found = try await store.chatMessages(in: id, after: own.since, before: before, limit: limit + 1)
        let shown = found.suffix(limit)
        var list: [JSONValue] = []
        for message in shown { list.append(await writer.json(message, in: conversation, for: caller.customer)) }
        return [
            "messages": .array(list), "more": .bool(found.count > limit), "after": .int(revision),
        ]
    }

    public func message(_ message: String, in id: String, for caller: ChatCaller) async throws -> JSONValue {
        let (conversation, own) = try await conversation(id, of: caller)
        guard let found = try await store.chatMessage(message, in: id), found.sequence > own.since else {
            throw ChatRefusal(.notFound, "there is no such message")
        }
        return await writer.json(found, in: conversation, for: caller.customer)
    }

    /// Receives a message of a customer. When this returns, the message is stored and the bot will receive it.
    public func send(
        _ asked: JSONValue, to id: String, by caller: ChatCaller
    ) async throws -> (message: JSONValue, isNew: Bool) {
        try limits.countMessage(of: caller.id, at: clock.now)
        let (conversation, own) = try await conversation(id, of: caller)
        let message = try Self.messageID(asked["id"])
        if let known = try await known(message, in: conversation, caller) { return (known, false) }
        // Text may have travelled as content, so it cannot be parsed before that is claimed.
        let parts = try await files.claim(try IncomingMessage.parts(asked["parts"]), by: caller.id, in: id)
        let read = try IncomingMessage(parts, id: message, registry)
        let heard = own.role == .customer ? try await read.heard(files) : nil
        let isForBot = conversation.member(ChatCustomer.bot) != nil
        let addition = try await keeper.add(
            NewChatMessage(
                conversation: id, id: message, sender: caller.id, sentAt: clock.now, parts: read.written.json,
                heard: isForBot ? heard : nil), in: conversation)
        return try await answer(addition, conversation, caller)
    }

    /// Returns the sender's reply for a message or a response that was stored now or before.
    func answer(
        _ addition: ChatAddition, _ conversation: ChatConversation, _ caller: ChatCaller
    ) async throws -> (message: JSONValue, isNew: Bool) {
        switch addition {
        case .added(let message):
            if case .waiting = message.hearing { intake.hear(conversation.id) }
            return (await writer.json(message, in: conversation, for: caller.customer), true)
        case .known(let message): return (await writer.json(message, in: conversation, for: caller.customer), false)
        case .taken: throw ChatRefusal(.taken, "another message has this `id`")
        case .notFound: throw ChatRefusal(.notFound, "there is no such message")
        }
    }

    /// Returns the sender's own message with this id, if it arrived before.
    func known(
        _ id: String, in conversation: ChatConversation, _ caller: ChatCaller
    ) async throws -> JSONValue? {
        guard let known = try await store.chatMessage(id, in: conversation.id) else { return nil }
        guard known.sender == caller.id else { throw ChatRefusal(.taken, "another message has this `id`") }
        return await writer.json(known, in: conversation, for: caller.customer)
    }

    static func messageID(_ asked: JSONValue?) throws(ChatRefusal) -> String {
        guard let text = asked?.string, let id = UUID(uuidString: text) else {
            throw ChatRefusal(.malformed, "`id` is not a UUID")
        }
        return id.uuidString.lowercased()
    }

    // Receipts and typing.

    public func noteReceipt(_ asked: JSONValue, in id: String, by caller: ChatCaller) async throws {
        guard let type = asked["type"]?.string, ["delivered", "read"].contains(type), let upTo = asked["up_to"]?.int,
            upTo >= 0
        else { throw ChatRefusal(.malformed, "`type` is `delivered` or `read`, and `up_to` a sequence from 0") }
        let (conversation, _) = try await conversation(id, of: caller)
        let isNews = try await store.noteReceipt(
            of: caller.id, in: id, deliveredUpTo: upTo, readUpTo: type == "read" ? upTo : 0)
        if isNews { keeper.hub.wake(conversation) }
    }

    public func noteTyping(_ asked: JSONValue, in id: String, by caller: ChatCaller) async throws {
        guard let action = asked["action"]?.string, ["begin", "pause", "finish"].contains(action) else {
            throw ChatRefusal(.malformed, "`action` is `begin`, `pause` or `finish`")
        }
        let (conversation, _) = try await conversation(id, of: caller)
        keeper.hub.announce(
            ChatEvent(
                "typing",
                ["conversation": .string(id), "participant": .string(caller.id), "action": .string(action)]),
            to: conversation.present.map(\.id).filter { $0 != caller.id })
    }
}
