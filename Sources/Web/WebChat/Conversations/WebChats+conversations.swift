import Channels
import ConversationRuntime
import Expressions
public import JSON
import MessageModel

extension WebChats {
    private static let mostConversations = 100
    private static let mostParticipants = 250
    private static let mostMetadata = 20
    private static let invitationLife = TimeLength.hours(24)
    /// The business under which flows know web sessions.
    static let business = "web"

    public func conversations(of caller: ChatCaller) async throws -> JSONValue {
        let found = try await store.chatConversations(of: caller.id, limit: Self.mostConversations)
        var list: [JSONValue] = []
        for conversation in found.conversations { list.append(try await whole(conversation, caller, found.revision)) }
        return ["conversations": .array(list), "after": .int(found.revision)]
    }

    public func conversation(_ id: String, for caller: ChatCaller) async throws -> JSONValue {
        let revision = try await store.chatRevision(of: caller.id)
        return try await whole(try await conversation(id, of: caller).0, caller, revision)
    }

    /// Begins a conversation, continues one, or follows an invitation. Returns whether it is new.
    public func beginConversation(
        _ asked: JSONValue, by caller: ChatCaller
    ) async throws -> (conversation: JSONValue, isNew: Bool) {
        if let invitation = try asked.optionalText("invitation") {
            return (try await follow(invitation, caller), false)
        }
        let known = try await store.chatConversations(of: caller.id, limit: Self.mostConversations)
        let isDistinct = try asked.optionalFlag("distinct") ?? true
        let others = try await others(asked["participants"], caller)
        guard known.conversations.count < Self.mostConversations || isDistinct else {
            throw ChatRefusal(.forbidden, "there are \(Self.mostConversations) conversations already; leave one")
        }
        let id = newID()
        let isAlone = isDistinct && others == [ChatCustomer.bot]
        let begun = try await store.begin(
            NewChatConversation(
                id: id,
                key: ConversationKey(channel: "web", customer: isAlone ? caller.id : id, business: Self.business),
                participants: [caller.id] + others, isDistinct: isDistinct, metadata: try metadata(asked["metadata"]),
                at: clock.now))
        keeper.hub.wake(begun.conversation)
        return (try await whole(begun.conversation, caller, known.revision), begun.isNew)
    }

    /// Leaves a conversation. When the last customer leaves, the bot receives a close event.
    public func leave(_ id: String, _ caller: ChatCaller) async throws {
        let (conversation, _) = try await conversation(id, of: caller)
        let customers = conversation.present.filter { !$0.isBot && $0.role == .customer }
        if customers.map(\.id) == [caller.id], conversation.member(ChatCustomer.bot) != nil {
            await intake.untilIdle(in: id)
            _ = try await desk.receive(
                Arrival(
                    conversation: conversation.key, id: "\(id)/left/\(conversation.revision)", at: clock.now,
                    content: .closed, capabilities: nil))
        }
        _ = try await store.leave(caller.id, id)
        keeper.hub.wake(conversation)
    }

    /// Lets the bot begin, if it greets and the conversation is empty. Repeated requests have no further effect.
    public func noteOpening(of id: String, by caller: ChatCaller) async throws {
        let (conversation, own) = try await conversation(id, of: caller)
        guard host.greets, own.role == .customer, conversation.member(ChatCustomer.bot) != nil else { return }
        guard try await store.chatMessages(in: id, after: 0, before: nil, limit: 1).isEmpty else { return }
        _ = try await desk.receive(
            Arrival(
                conversation: conversation.key, id: "\(id)/opened", at: clock.now, content: .opened,
                capabilities: Device.web.capabilities,
                locale: conversation.participant(caller.id)?.language?.replacing("-", with: "_"),
                intent: conversation.metadata["intent"]?.string, group: conversation.metadata["group"]?.string))
    }

    /// Returns an invitation that admits others to the conversation.
    public func invite(to id: String, by caller: ChatCaller) async throws -> JSONValue {
        _ = try await conversation(id, of: caller)
        let expires = clock.now + Self.invitationLife
        return [
            "invitation": .string(tokens.invitation(to: id, until: expires)),
            "expires_at": .string(expires.iso),
        ]
    }

    private func follow(_ invitation: String, _ caller: ChatCaller) async throws -> JSONValue {
        guard let id = tokens.invitation(invitation, now: clock.now) else {
            throw ChatRefusal(.forbidden, "the invitation is invalid or has expired")
        }
        guard try await store.join(caller.id, id, at: clock.now, most: Self.mostParticipants) else {
            throw ChatRefusal(
                .forbidden, "the conversation no longer exists, or has \(Self.mostParticipants) participants")
        }
        try await keeper.wake(id)
        return try await conversation(id, for: caller)
    }

    /// Returns the ids of the other participants with whom the caller begins a conversation.
    private func others(_ asked: JSONValue?, _ caller: ChatCaller) async throws -> [String] {
        guard let asked else { return [ChatCustomer.bot] }
        guard let names = asked.array?.compactMap(\.string), names.count == asked.array?.count, !names.isEmpty,
            names.count <= 50, Set(names).count == names.count
        else { throw ChatRefusal(.malformed, "`participants` is not a list of one to 50 different ids") }
        var ids: [String] = []
        for name in names {
            if name == ChatCustomer.bot {
                ids.append(name)
            } else if caller.with.contains(name) {
                ids.append(try await customer(called: name))
            } else {
                throw ChatRefusal(.forbidden, "`with` of the token by which you signed in does not name `\(name)`")
            }
        }
        guard !ids.contains(caller.id) else {
            throw ChatRefusal(.malformed, "`participants` must not contain the caller")
        }
        return ids
    }

    /// Returns the id of a user of the embedding site, and creates the customer if they have not been here before.
    private func customer(called subject: String) async throws -> String {
        if let known = try await store.chatCustomers(withSubjects: [subject]).first { return known }
        return try await store.signIn(ChatCustomer(id: newID(), subject: subject, seenAt: clock.now), from: nil).id
    }

    private func metadata(_ asked: JSONValue?) throws(ChatRefusal) -> JSONObject {
        guard let asked else { return [:] }
        guard let texts = asked.object, texts.count <= Self.mostMetadata,
            texts.allSatisfy({ $0.key.count <= 64 && ($0.value.string?.count ?? .max) <= 500 })
        else {
            throw ChatRefusal(
                .malformed, "`metadata` is not an object of at most \(Self.mostMetadata) texts of 500 characters")
        }
        return texts
    }

    /// Returns a conversation as a response of its own.
    ///
    /// - Parameter revision: changes after it are reported by events.
    private func whole(
        _ conversation: ChatConversation, _ caller: ChatCaller, _ revision: Int
    ) async throws -> JSONValue {
        let since = conversation.member(caller.id)?.since ?? 0
        let last = try await store.chatMessages(in: conversation.id, after: since, before: nil, limit: 1)
        var object = writer.json(conversation, for: caller.id).object ?? [:]
        object["after"] = .int(revision)
        object["last_message"] = .null
        if let message = last.first {
            object["last_message"] = await writer.json(message, in: conversation, for: caller.customer)
        }
        return .object(object)
    }
}
