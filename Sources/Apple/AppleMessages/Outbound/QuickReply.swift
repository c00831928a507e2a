import JSON
import MessageModel

/// A quick reply: two to five answers (Interactive Message Types, Quick Reply Message).
struct QuickReply {
    let data: JSONObject

    init(_ message: ButtonsMessage, writer: BubbleWriter) {
        let items = message.items.map { item -> JSONValue in
            ["identifier": .string(item.id), "title": .string(writer.line(item.title))]
        }
        data = [
            "version": "1.0", "requestIdentifier": .string(message.question),
            "quick-reply": ["summaryText": .string(writer.text(message.summary)), "items": .array(items)],
        ]
    }
}
