import JSON

/// The text and the size of a bubble: `receivedMessage` before the answer, `replyMessage` after it.
///
/// Source: Apple, Interactive Message Types, "ReceivedMessage Dictionary" and "ReplyMessage Dictionary".
public struct BubbleText: Sendable, Equatable {
    public let title: String
    public let subtitle: String?
    /// `icon`, `small` or `large`; the default is `icon`.
    public let style: String?
    public let imageIdentifier: String?

    private static let known: Set<String> = [
        "title", "subtitle", "style", "imageIdentifier", "imageTitle", "imageSubtitle", "secondarySubtitle",
        "tertiarySubtitle",
    ]
    private static let misspelt = [
        "subTitle": "subtitle", "imageId": "imageIdentifier", "Title": "title", "imageidentifier": "imageIdentifier",
    ]

    /// - Parameter ofApp: Messages ignores the picture and the style of an iMessage app's bubble.
    init(checking value: JSONValue, _ context: PayloadContext, ofApp: Bool = false) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        title = try fields.title("title", context)
        subtitle = try fields.optionalTitle("subtitle", context)
        style = try fields.optionalWord("style", among: ["icon", "small", "large"])
        imageIdentifier = ofApp ? nil : try fields.imageReference("imageIdentifier", context)
        for key in ["imageTitle", "imageSubtitle", "secondarySubtitle", "tertiarySubtitle"] {
            _ = try fields.optionalTitle(key, context)
        }
    }
}

extension BubbleText {
    /// Returns the bubble after the answer: the title shows the choice, and the title that was sent is the alternate
    /// one. (Apple, Interactive Message Types, "ReplyMessage Dictionary" and the sample reply of a form.)
    func json(title answer: String? = nil) -> JSONValue {
        var object = JSONObject()
        object.set("title", .string(answer ?? title))
        object.set("subtitle", subtitle.map { .string($0) })
        object.set("style", style.map { .string($0) })
        object.set("imageIdentifier", imageIdentifier.map { .string($0) })
        if answer != nil { object.set("alternateTitle", .string(title)) }
        return .object(object)
    }
}
