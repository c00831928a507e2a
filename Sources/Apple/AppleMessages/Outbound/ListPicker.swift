import JSON
import MessageModel

/// A list picker: answers under headings, with notes and pictures (Interactive Message Types, List Picker Message).
struct ListPicker {
    let data: JSONObject

    init(_ message: ListMessage, images: ImageSet, writer: BubbleWriter) {
        let sections = message.sections.enumerated().map { order, section -> JSONValue in
            [
                "title": .string(writer.text(section.title)), "order": .int(order),
                "multipleSelection": .bool(message.several && !section.takesOne),
                "items": .array(section.items.enumerated().map { Self.item($1, order: $0, images, writer) }),
            ]
        }
        data = [
            "version": "1.0", "requestIdentifier": .string(message.question),
            "listPicker": ["sections": .array(sections)],
        ]
    }

    private static func item(
        _ item: ListMessage.Item, order: Int, _ images: ImageSet, _ writer: BubbleWriter
    ) -> JSONValue {
        var object: JSONObject = [
            "identifier": .string(item.id), "title": .string(writer.text(item.title)), "order": .int(order),
        ]
        object.set("subtitle", item.note.map { .string(writer.text($0)) })
        object.set("imageIdentifier", images.identifier(of: item.image))
        return .object(object)
    }
}
