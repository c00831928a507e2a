import JSON
import MessageParts
import Testing

/// Messages as files, and their texts and HTML.
@Suite struct GoldenTests {
    @Test(arguments: StoredMessages.names)
    func `a message is read, and shown as text and HTML`(_ name: String) throws {
        let inspection = try MessageInspection(of: StoredMessages.parts(name))
        try expect(inspection.json.prettyText + "\n", isWrittenIn: "\(name).inspect.json")
        let message = try StoredMessages.message(name)
        try expect(MessagePresenter().text(of: message) + "\n", isWrittenIn: "\(name).txt")
        let shown = [MessageSize.large, .small].map { MessagePresenter().html(of: message, $0).text + "\n" }
        try expect(shown.joined(), isWrittenIn: "\(name).html")
    }

    @Test(arguments: StoredMessages.names)
    func `a message that was written in parts again is the same`(_ name: String) throws {
        let message = try StoredMessages.message(name)
        var names = NodeNames(seed: name)
        let parts = TypeRegistry.standard.parts(of: message, message: "layer:///messages/m", &names)
        for order in [parts, parts.reversed(), parts.shuffled()] {
            let again = try TypeRegistry.standard.message(of: order).message
            #expect(again == message.named(like: again))
        }
        #expect(Set(parts.map(\.id)).count == parts.count)
    }

    @Test func `there are messages of every type that Layer knows`() throws {
        let types = try Set(StoredMessages.names.map { try type(of: StoredMessages.message($0).content).type })
        #expect(types.isSuperset(of: Set(TypeRegistry.standard.types).subtracting(["form", "service"])))
    }
}

extension RichMessage {
    /// Returns the same message with the names that it and all messages inside it were given when it was written.
    func named(like other: RichMessage) -> RichMessage {
        var message = self
        if message.id == nil { message.id = other.id }
        switch (content, other.content) {
        case (var image as ImageContent, let written as ImageContent):
            image.source?.id = written.source?.id
            image.preview?.id = written.preview?.id
            // The image was the part itself, and is a part of its own now.
            if image.mimeType == nil { image.mimeType = written.mimeType }
            message.content = image
        default: break
        }
        return message
    }
}
