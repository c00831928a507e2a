import JSON

/// Two to five choices below the conversation, one of which the customer taps.
///
/// Source: Apple, Interactive Message Types, "Quick Reply Message". The gateway refuses a single item, and the key
/// `quickReply`.
public struct QuickReply: CheckedFeature, Equatable {
    /// The text shown in notifications, and in the conversation once a choice has been made.
    public let summaryText: String
    public let items: [Option]

    public static let key = "quick-reply"
    public static let misspellings = ["quickReply", "quick_reply", "quickreply", "QuickReply"]
    public static let capability: Capability? = .quickReply
    public static let kind = "quick-reply"
    public static let hasBubbleTexts = false

    private static let known: Set<String> = ["summaryText", "items"]
    private static let knownInItem: Set<String> = ["identifier", "title"]
    private static let misspeltInItem = ["id": "identifier", "label": "title", "text": "title"]
    private static let misspelt = [
        "summary": "summaryText", "title": "summaryText", "item": "items", "replies": "items",
    ]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        summaryText = try fields.title("summaryText", context)
        items = try fields.list("items") { item throws(ValidationError) in try Self.item(item, context) }
        guard (2...5).contains(items.count) else {
            throw ValidationError("items", "a quick reply has two to five items, and this one has \(items.count)")
        }
        try requireUnique(items.map(\.identifier)) { "items[\($0)].identifier" }
    }

    private static func item(_ value: JSONValue, _ context: PayloadContext) throws(ValidationError) -> Option {
        let fields = try Fields(value, known: knownInItem, misspelt: misspeltInItem)
        let option = Option(identifier: try fields.text("identifier"), title: try fields.title("title", context))
        guard !option.title.contains(where: \.isNewline) else {
            throw ValidationError("title", "the title of a quick reply has one line")
        }
        return option
    }
}
