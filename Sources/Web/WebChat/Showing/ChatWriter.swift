import ConversationRuntime
import Expressions
import JSON
import MessageModel
import MessageParts

/// Serialises messages and conversations as the API returns them, for one participant.
struct ChatWriter: Sendable {
    let registry: TypeRegistry
    let host: BotInfo
    let files: any ChatFiles

    // Messages.

    func json(
        _ message: ChatMessage, in conversation: ChatConversation, for viewer: ChatCustomer
    ) async -> JSONValue {
        let parts = await files.linked(message, for: viewer.id)
        let recipients = conversation.present.filter { $0.id != message.sender }
        var object: JSONObject = [
            "id": .string(message.id), "conversation": .string(message.conversation),
            "sequence": .int(message.sequence), "revision": .int(message.revision),
            "sender": sender(message.sender, conversation), "sent_at": .string(message.sentAt.iso),
            "status": .string((recipients.map { $0.status(of: message) }.max() ?? .sent).rawValue),
            "recipients": .object(
                JSONObject(recipients.map { ($0.id, .string($0.status(of: message).rawValue)) })),
        ]
        let other: JSONValue? =
            message.sender == viewer.id ? JSONValue?.none : sender(message.sender, conversation)
        for (key, value) in shown(parts, for: viewer, from: other) {
            object[key] = value
        }
        object["parts"] = JSONParts(await files.travelling(parts, of: message, for: viewer.id)).json
        return .object(object)
    }

    /// Returns the visible form of a message. A message that can no longer be read is shown as empty. Viewers see their
    /// own choices as something they said.
    ///
    /// - Parameter sender: the sender of the message; `nil` when it is the viewer.
    private func shown(_ parts: [MessagePart], for viewer: ChatCustomer, from sender: JSONValue?) -> JSONObject {
        guard let message = try? registry.message(of: parts).message else {
            return ["type": "unknown", "summary": "", "notification": .null, "quiet": true, "html": "", "text": ""]
        }
        let said = sender == nil ? (message.content as? ResponseContent)?.own ?? message : message
        let wording = host.wording(for: viewer.language)
        let presenter = MessagePresenter(registry, wording, viewer: viewer.id)
        return [
            "type": .string(Swift.type(of: message.content).type),
            "summary": .string(message.summary(in: MessageWords(wording))),
            "notification": sender.flatMap { message.notification(from: $0["name"]?.string, in: MessageWords(wording)) }
                .map { .string($0) } ?? .null,
            "quiet": .bool(message.content.isQuiet), "html": .string(presenter.html(of: said).text),
            "text": .string(presenter.text(of: said)),
        ]
    }

    private func sender(_ id: String, _ conversation: ChatConversation) -> JSONValue {
        person(conversation.participant(id) ?? ChatParticipant(id: id))
    }

    // Conversations.

    func json(_ conversation: ChatConversation, for viewer: String) -> JSONValue {
        let own = conversation.member(viewer)
        return [
            "id": .string(conversation.id), "distinct": .bool(conversation.isDistinct),
            "metadata": .object(conversation.metadata), "created_at": .string(conversation.createdAt.iso),
            "participants": .array(
                conversation.present.map { participant in
                    var json = person(participant).object ?? [:]
                    for (key, value) in receipts(of: participant) { json[key] = value }
                    return .object(json)
                }),
            "last_sequence": .int(conversation.lastSequence),
            "unread": .int(max(0, conversation.lastSequence - (own?.readUpTo ?? conversation.lastSequence))),
        ]
    }

    func json(_ receipt: ChatParticipant, in conversation: String) -> JSONValue {
        var object: JSONObject = ["conversation": .string(conversation), "participant": .string(receipt.id)]
        for (key, value) in receipts(of: receipt) { object[key] = value }
        return .object(object)
    }

    private func receipts(of participant: ChatParticipant) -> JSONObject {
        ["delivered_up_to": .int(participant.deliveredUpTo), "read_up_to": .int(participant.readUpTo)]
    }

    private func person(_ participant: ChatParticipant) -> JSONValue {
        var object: JSONObject = ["id": .string(participant.id)]
        object["name"] = .null
        if let name = participant.isBot ? host.name : participant.name { object["name"] = .string(name) }
        object["bot"] = .bool(participant.isBot)
        return .object(object)
    }
}

/// The delivery status of a message.
private enum DeliveryStatus: String, Comparable {
    case sent
    case delivered
    case read

    static func < (one: DeliveryStatus, other: DeliveryStatus) -> Bool { one.step < other.step }

    private var step: Int {
        switch self {
        case .sent: 0
        case .delivered: 1
        case .read: 2
        }
    }
}

extension ChatParticipant {
    fileprivate func status(of message: ChatMessage) -> DeliveryStatus {
        if readUpTo >= message.sequence { return .read }
        return deliveredUpTo >= message.sequence ? .delivered : .sent
    }
}
