import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import MessageModel

extension Play {
    /// Checks that every message acknowledged to a browser is stored, once, and that browsers have received everything.
    func expectChats(_ life: Life, _ outcomes: [String: String], _ letters: [DeadLetter]) async throws -> [Kept] {
        guard let room = life.room else { return [] }
        var all: [Kept] = []
        for (name, device) in outside.now.devices.sorted(by: { $0.key < $1.key }) {
            guard let customer = device.customer, let conversation = device.conversation else { continue }
            let messages = try await room.store.chatMessages(in: conversation, after: 0, before: nil, limit: 999)
            expectTaken(name, device, messages)
            expectSeen(name, device, messages)
            try await expectChanges(name, device, messages, room)
            let key = ConversationKey(channel: "web", customer: customer, business: "web")
            let arrived = device.messages.sorted { $0.key < $1.key }.map(\.value)
            let fromBot = arrived.filter { $0.sender == ChatCustomer.bot }.map(\.id)
            guard let kept = try await kept(key, of: name, fromBot, life, letters) else { continue }
            expectHeard(kept, messages.filter { $0.sender == customer }, outcomes)
            all.append(kept)
        }
        return all
    }

    /// Messages answered with 201 are stored, once, with the reported sequence number.
    private func expectTaken(_ name: String, _ device: WebDevice, _ messages: [ChatMessage]) {
        for (id, sequence) in device.taken.sorted(by: { $0.value < $1.value }) {
            let found = messages.filter { $0.id == id }
            if found.map(\.sequence) != [sequence] {
                outside.complain("\(name) sent message \(sequence), which is there \(found.count) times")
            }
        }
        for message in messages where message.sender == device.customer && device.taken[message.id] == nil {
            outside.complain("\(name) never heard of message \(message.sequence), which they have sent")
        }
    }

    /// The browser has every message, in its current state.
    private func expectSeen(_ name: String, _ device: WebDevice, _ messages: [ChatMessage]) {
        if messages.map(\.sequence) != Array(1...max(messages.count, 1)).prefix(messages.count).map({ $0 }) {
            outside.complain("the messages of \(name) have gaps: \(messages.map(\.sequence))")
        }
        for message in messages {
            let seen = device.messages[message.sequence]
            if seen?.id != message.id || seen?.revision != message.revision || seen?.parts != message.parts {
                outside.complain("the browser of \(name) does not know how message \(message.sequence) stands")
            }
        }
        if device.messages.count != messages.count { outside.complain("the browser of \(name) has messages too many") }
    }

    /// A browser that starts over receives the same, and the read position is stored.
    private func expectChanges(
        _ name: String, _ device: WebDevice, _ messages: [ChatMessage], _ room: ChatRoom
    ) async throws {
        let changes = try await room.store.chatChanges(for: device.customer ?? "", after: 0, limit: 999).changes
        let told = changes.compactMap { change -> String? in
            if case .message(let message, _, _) = change { message.id } else { nil }
        }
        if Set(told) != Set(messages.map(\.id)) || told.count != messages.count {
            outside.complain("somebody who begins anew is not told of all messages of \(name)")
        }
        let revisions = changes.map(\.revision)
        if revisions != revisions.sorted() { outside.complain("revisions of \(name) come in another order") }
        let own = try await room.store.chatConversation(device.conversation ?? "")?.member(device.customer ?? "")
        if (own?.readUpTo ?? 0) < device.hasReadUpTo { outside.complain("it is forgotten what \(name) has read") }
    }

    /// The bot has received each message once, in order, and has answered it or recorded why not.
    private func expectHeard(_ kept: Kept, _ messages: [ChatMessage], _ outcomes: [String: String]) {
        for message in messages {
            if case .waiting = message.hearing { outside.complain("the bot never hears message \(message.sequence)") }
            if message.hearing != .notForIt, outcomes[message.arrivalID] == nil {
                outside.complain("message \(message.sequence) of \(kept.customer) is lost")
            }
        }
        let answered = messages.filter { outcomes[$0.arrivalID] == "answered" }.map(\.sentAt)
        let heard = kept.events.filter(\.isFromOutside).map(\.at)
        if answered != heard {
            outside.complain(
                "the bot heard \(kept.customer) at \(heard.map(\.iso)), who wrote at \(answered.map(\.iso))")
        }
    }
}

extension ChatMessage {
    /// The id under which the bot receives it.
    fileprivate var arrivalID: String { "\(conversation)/\(id)" }
}
