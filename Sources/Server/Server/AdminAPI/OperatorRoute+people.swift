import JSON
import Schemas

/// What the routes of conversations with people take and return.
extension OperatorRoute {
    var ofPeople: APIOperation {
        switch self {
        case .listHandovers:
            APIOperation("List conversations with people: first those that no agent has, then the longest wait.")
                .query(
                    APIParameter("queue", .string, "Only those in this queue."),
                    APIParameter("assignee", .string, "Only those of this agent, of `me`, or of `none`."),
                    .limit(200), .after
                )
                .returns(
                    .object(["handovers": .list(of: .component("Handover")), "next": Schema.string.orNull]),
                    "A page of conversations."
                )
                .refuses([400: "A parameter is invalid."])
        case .readHandover:
            APIOperation("One of them, with its transcript and its files.")
                .returns(.component("HandoverConversation"), "The conversation.").refuses([404: Self.unknown])
        case .answerHandover:
            APIOperation("Send a message to the customer.").takes(.component("AgentMessage"))
                .returns(
                    .object(["done": Schema(["const": true])], others: ["assignee": .string]),
                    "It is sent; `assignee` is another agent who has the conversation."
                )
                .refuses([
                    400: "The message or the id is invalid.", 404: Self.unknown, 409: Self.conflict,
                    413: "The body is too large.", 422: Self.taken,
                ])
        case .giveBackHandover: byAgent("Return the conversation to the bot.", "It is returned.", [:])
        case .noteHandover: byAgent("Leave a note for other agents.", "It is kept.", ["text": .word])
        case .takeHandover: byAgent("Take the conversation, unless another agent has it.", "It is the caller's.", [:])
        case .releaseHandover: byAgent("Give the conversation up.", "No agent has it.", [:])
        case .assignHandover: byAgent("Give the conversation to an agent.", "It is the agent's.", ["to": .word])
        case .transferHandover:
            byAgent(
                "Pass the conversation on to another queue.", "It is there.", ["queue": .word],
                others: [(name: "note", schema: Schema.word.orNull), (name: "may_wait", schema: .boolean)])
        case .uploadFile:
            APIOperation("Store a file for the customer, which a message can send then.")
                .query(APIParameter("name", .word, "The name of the file.", isRequired: true))
                .takes([("application/octet-stream", .anything)])
                .returns(.component("StoredFile"), "The file.")
                .refuses([
                    400: "The name is invalid, or the file empty.", 404: Self.unknown,
                    409: "There is no room for it.", 413: "The file is too large.",
                ])
        case .listOffers:
            APIOperation("The replies and the questions that can be sent now.")
                .returns(
                    .object([
                        "replies": .list(
                            of: .object(["name": .string, "text": .string, "shortcut": Schema.string.orNull])),
                        "questions": .list(of: .object(["flow": .string, "step": .string, "text": .string])),
                    ]), "What can be sent."
                )
                .refuses([404: Self.unknown])
        default:
            APIOperation("How much there is to do in each queue, and for each agent.")
                .returns(
                    .object([
                        "queues": .list(of: .component("Queue")),
                        "agents": .list(of: .object(["name": .string, "conversations": .count(0)])),
                        "me": .string,
                    ]), "The queues and the agents.")
        }
    }

    private static let unknown = "It is not handed over."
    private static let conflict = "Another request was faster, or the state does not allow it."
    private static let taken = "The id belongs to another request about the conversation."

    /// An act of an agent, with an id by which a repeated request is recognised.
    ///
    /// - Parameters:
    ///   - members: those that the body must have.
    ///   - others: those that it may have.
    private func byAgent(
        _ summary: String, _ outcome: String, _ members: KeyValuePairs<String, Schema>,
        others: [(name: String, schema: Schema)] = []
    ) -> APIOperation {
        let needed = members.map { (name: $0.key, schema: $0.value) }
        let body = Schema.block(
            needed + others + [(name: "id", schema: .requestID)], required: members.map(\.key))
        return APIOperation(summary).takes(body, isRequired: !needed.isEmpty).returns(.done, outcome)
            .refuses([
                400: "The body is invalid.", 404: Self.unknown, 409: Self.conflict, 413: "The body is too large.",
                422: Self.taken,
            ])
    }
}

extension Schema {
    /// What identifies a request of an agent within its conversation.
    static let requestID = Schema(["type": "string", "minLength": 1, "maxLength": 200]).orNull
}
