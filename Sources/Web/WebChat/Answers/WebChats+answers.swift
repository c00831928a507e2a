import Channels
import ConversationRuntime
import Expressions
import FlowModel
public import JSON
import MessageModel
import MessageParts

extension WebChats {
    private static let mostOperations = 50
    private static let longestName = 64
    private static let largestValue = 16_384

    /// Applies a response to a message: the choice becomes state of that message, all participants see it, and the bot
    /// receives the answer that counts now. When this returns, all of it is stored.
    public func respond(
        _ asked: JSONValue, to message: String, in id: String, by caller: ChatCaller
    ) async throws -> (message: JSONValue, isNew: Bool) {
        try limits.countMessage(of: caller.id, at: clock.now)
        let (conversation, own) = try await conversation(id, of: caller)
        let response = try Self.messageID(asked["id"])
        if let known = try await known(response, in: conversation, caller) { return (known, false) }
        let taking = Taking(
            response: response, node: try asked.optionalText("node"),
            operations: try Self.operations(asked["operations"]),
            caller: caller, sees: own.since, isHeard: own.role == .customer, registry: registry,
            wording: host.wording(for: caller.customer.language))
        let new = NewChatMessage(
            conversation: id, id: response, sender: caller.id, sentAt: clock.now, parts: .array([]))
        let addition = try await store.respond(with: new, to: message) { target, conversation throws(ChatRefusal) in
            try taking.answer(to: target, in: conversation)
        }
        if case .added = addition { keeper.hub.wake(conversation) }
        return try await answer(addition, conversation, caller)
    }

    private static func operations(_ asked: JSONValue?) throws(ChatRefusal) -> [ResponseOperation] {
        guard let list = asked?.array, (1...mostOperations).contains(list.count) else {
            throw ChatRefusal(.malformed, "`operations` is not a list of one to \(mostOperations) operations")
        }
        var operations: [ResponseOperation] = []
        for (index, json) in list.enumerated() {
            do {
                operations.append(try ResponseOperation(json: json))
            } catch {
                throw ChatRefusal(.malformed, "operations[\(index)]: \(error)")
            }
            let operation = operations[index]
            guard (1...longestName).contains(operation.name.count), (1...longestName).contains(operation.id.count)
            else {
                throw ChatRefusal(
                    .malformed, "operations[\(index)]: `name` and `id` have 1 to \(longestName) characters")
            }
            guard (operation.value?.text.utf8.count ?? 0) <= largestValue else {
                throw ChatRefusal(.tooLarge, "operations[\(index)]: `value` is larger than \(largestValue) bytes")
            }
        }
        return operations
    }
}

/// Computes the effect of a response on the message that it answers, outside the database's single writer.
private struct Taking: Sendable {
    let response: String
    let node: String?
    let operations: [ResponseOperation]
    let caller: ChatCaller
    /// Messages up to this sequence number are hidden from the caller.
    let sees: Int
    /// Whether the bot receives the caller's messages.
    let isHeard: Bool
    let registry: TypeRegistry
    let wording: Wording

    func answer(to target: ChatMessage, in conversation: ChatConversation) throws(ChatRefusal) -> ChatAnswer {
        guard target.sequence > sees else { throw ChatRefusal(.notFound, "there is no such message") }
        let outcome = try take(in: target)
        let chosen = ChosenAnswer(outcome, by: caller.id)
        let content = ResponseContent(
            to: "layer:///messages/\(target.id)", node: outcome.node.id,
            changes: outcome.node.isAnsweredPrivately ? operations.map(\.withoutValue) : operations,
            status: outcome.isNews ? status(chosen, in: conversation) : nil)
        var names = NodeNames(seed: response)
        let parts = registry.parts(
            of: RichMessage(content), message: "layer:///messages/\(response)", &names)
        let listens = isHeard && outcome.isNews && conversation.member(ChatCustomer.bot) != nil
        return ChatAnswer(
            changed: outcome.isChanged
                ? .init(parts: JSONParts(outcome.parts).json, stateTypes: outcome.stateTypes) : nil,
            parts: JSONParts(parts).json, heard: listens ? chosen.heard : nil)
    }

    private func take(in target: ChatMessage) throws(ChatRefusal) -> Responder.Outcome {
        do throws(ResponseRefusal) {
            return try Responder(registry).take(
                operations, at: node, by: caller.id, in: JSONParts(json: target.parts).parts, target.stateTypes)
        } catch {
            switch error {
            case .notEnabled: throw ChatRefusal(.forbidden, "\(error)")
            case .unreadable, .noSuchNode, .noSuchName, .noSuchAnswer, .tooMuch, .breaksMessage:
                throw ChatRefusal(.unfitting, "\(error)")
            }
        }
    }

    /// Returns the status text for the participants: in a conversation of two the choice alone, in a larger one with
    /// the name of the participant who made it. The text for that participant is attached as custom data.
    private func status(_ chosen: ChosenAnswer, in conversation: ChatConversation) -> RichMessage? {
        let labels = chosen.labels(wording)
        guard !labels.isEmpty else { return nil }
        let answer = labels.joined(separator: ", ")
        if conversation.isBetweenTwo { return RichMessage(TextContent(answer)) }
        let words = ChoosingWords(wording.language)
        let sentence =
            chosen.sentence(by: caller.customer.name ?? words.nobody)
            ?? words.sentence(of: caller.customer.name, chose: labels.map { "\"\($0)\"" }.joined(separator: ", "))
        var status = RichMessage(StatusContent(sentence))
        status.customData = [ResponseContent.answer: .string(answer)]
        return status
    }
}

extension ResponseOperation {
    /// A copy that records only that a choice was made, not which one.
    fileprivate var withoutValue: ResponseOperation {
        var operation = self
        operation.value = true
        return operation
    }
}

extension ChatConversation {
    /// Whether one customer and the bot are the only participants.
    fileprivate var isBetweenTwo: Bool { present.count <= 2 }
}

/// Composes the sentence that reports a participant's choice to the other participants.
struct ChoosingWords {
    private let words: (nobody: String, before: String, between: String, after: String)

    /// The name shown for a participant whose name is unknown.
    var nobody: String { words.nobody }

    init(_ language: String) {
        words =
            switch language.prefix(while: { $0 != "-" }) {
            case "de": ("Ein Gast", "", " hat ", " gewählt")
            case "fr": ("Quelqu’un", "", " a choisi ", "")
            case "es": ("Alguien", "", " eligió ", "")
            case "ja": ("ゲスト", "", "さんが", "を選びました")
            case "ar": ("ضيف", "اختار ", " ", "")
            default: ("Guest", "", " selected ", "")
            }
    }

    /// - Parameters:
    ///   - name: the participant's name; `nil` when it is unknown.
    ///   - chosen: the chosen answers, already in quotation marks.
    func sentence(of name: String?, chose chosen: String) -> String {
        words.before + (name ?? words.nobody) + words.between + chosen + words.after
    }
}
