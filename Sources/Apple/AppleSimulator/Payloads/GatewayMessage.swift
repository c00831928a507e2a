import JSON

/// The content of a business's message to a customer.
public enum MessageContent: Sendable {
    case text(String)
    case interactive(InteractiveMessage)
    /// The bubble of an iMessage app of the business's own.
    case app(AppMessage)
    case richLink(RichLink)
    case typingStart
    case typingEnd
}

/// A message from a business to a customer, parsed and validated against Apple's rules.
struct GatewayMessage: Sendable {
    let id: String
    let content: MessageContent
    /// The files of the message.
    let attachments: [Attachment]

    private static let known: Set<String> = [
        "v", "id", "type", "sourceId", "destinationId", "body", "locale", "intent", "group", "attachments",
        "interactiveData", "interactiveDataRef", "richLinkData", "richLinkDataRef",
    ]
    private static let misspelt = [
        "version": "v", "source-id": "sourceId", "destination-id": "destinationId", "sourceID": "sourceId",
        "destinationID": "destinationId", "text": "body", "interactive": "interactiveData", "richLink": "richLinkData",
    ]
    private static let types = ["text", "interactive", "richLink", "typing_start", "typing_end"]

    /// Reads a whole message. Source: Apple, MSP REST API, Common Specifications, "Message Payload".
    init(checking value: JSONValue, limits: PayloadLimits) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        let version = try fields.integer("v")
        guard version == 1 else { throw ValidationError("v", "the version of the API is 1, not \(version)") }
        id = try fields.text("id")
        guard Self.isUUID(id) else { throw ValidationError("id", "`\(id)` is not a UUID") }
        for key in ["sourceId", "destinationId"] { _ = try fields.text(key) }
        for key in ["locale", "intent", "group"] { _ = try fields.optionalText(key) }
        let type = try fields.text("type")
        try Self.checkCompany(of: type, in: fields)
        attachments = try Attachment.list(in: fields, type: type)
        content = try Self.content(of: type, in: fields, limits)
        if !attachments.isEmpty, case .interactive = content {
            throw ValidationError("attachments", "only a text and an iMessage app have files")
        }
    }

    private static func content(
        of type: String, in fields: Fields, _ limits: PayloadLimits
    ) throws(ValidationError) -> MessageContent {
        let locale = try fields.optionalText("locale")
        return switch type {
        case "text": .text(try fields.text("body"))
        case "interactive":
            try fields.required("interactiveData") { value throws(ValidationError) in
                if AppMessage.isMeant(by: value) { return .app(try AppMessage(checking: value, limits: limits)) }
                return .interactive(try InteractiveMessage(checking: value, limits: limits, locale: locale))
            }
        case "richLink":
            .richLink(
                try fields.required("richLinkData") { value throws(ValidationError) in
                    try RichLink(checking: value, limits: limits)
                })
        case "typing_start": .typingStart
        case "typing_end": .typingEnd
        case "close":
            throw ValidationError("type", "only the customer closes a conversation; a business just stops sending")
        default:
            throw ValidationError("type", "`\(type)` is none of \(types.map { "`\($0)`" }.joined(separator: ", "))")
        }
    }

    private static let unsimulated = [
        "richLinkDataRef": "references to rich links"
    ]
    private static let owners = ["interactiveData": "interactive", "richLinkData": "richLink"]

    /// Refuses features that are not simulated yet, and data that belongs to another type.
    private static func checkCompany(of type: String, in fields: Fields) throws(ValidationError) {
        for (key, name) in unsimulated where fields.has(key) {
            throw ValidationError(key, "\(name) are not simulated yet")
        }
        for (key, owner) in owners where fields.has(key) && type != owner {
            throw ValidationError(key, "a message of type `\(type)` has no `\(key)`")
        }
    }

    private static func isUUID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(isHexDigit) }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
