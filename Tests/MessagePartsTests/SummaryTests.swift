import MessageParts
import Testing

/// Messages in one line, and what people who are not looking are told.
@Suite struct SummaryTests {
    private static func items(_ count: Int) -> [RichMessage] {
        Array(repeating: RichMessage(TextContent("One")), count: count)
    }

    @Test(
        arguments: [
            (TextContent("Hello"), "Hello", "Ana: Hello"), (TextContent("Hello", title: "Note"), "Note", "Ana: Note"),
            (LinkContent("https://a.example"), "https://a.example", "Ana sent you a link."),
            (LinkContent("https://a.example", title: "A"), "A", "Ana sent you a link."),
            (FileContent(title: "bill.pdf"), "bill", "Ana sent you a file."),
            (FileContent(title: "v1.0 of it"), "v1.0 of it", "Ana sent you a file."),
            (FileContent(), "File", "Ana sent you a file."), (ImageContent(), "Image", "Ana sent you a photo."),
            (LocationContent(), "Location", "Ana sent you a location."), (StatusContent("Gone"), "Gone", nil),
            (CarouselContent(items(0)), "0 items", "Ana sent you 0 items."),
            (CarouselContent(items(1)), "1 item", "Ana sent you 1 item."),
            (CarouselContent(items(2)), "2 items", "Ana sent you 2 items."),
            (ChoiceContent(Choices([])), "Choose One", "Ana asks you: Choose One"),
            (ChoiceContent(Choices([]), label: "Which?"), "Which?", "Ana asks you: Which?"),
            (ButtonsContent([.action(.init("Go", MessageAction()))]), "Button", "Ana: Button"),
            (
                ButtonsContent([.choice(Choices([.init(id: "a", text: "A"), .init(id: "b", text: "B")]))]), "Buttons",
                "Ana: Buttons"
            ),
            (
                ButtonsContent([], below: RichMessage(LinkContent("https://a.example"))), "https://a.example",
                "Ana sent you a link."
            ),
            (ProductContent(name: nil), "Product", "Ana sent you a product."),
            (ReceiptContent(items(1)), "Receipt for 1 item", "Ana sent you a receipt."),
            (ReceiptContent(items(3)), "Receipt for 3 items", "Ana sent you a receipt."),
            (ResponseContent(to: "m", node: nil, changes: []), "", nil),
            (
                ResponseContent(to: "m", node: nil, changes: [], status: RichMessage(StatusContent("Ana chose"))),
                "Ana chose",
                "Ana: Ana chose"
            ),
        ] as [(any MessageContent, String, String?)])
    func `every type says itself in one line`(
        _ content: any MessageContent, _ summary: String, _ notification: String?
    ) {
        let message = RichMessage(content)
        #expect(message.summary == summary)
        #expect(message.notification(from: "Ana") == notification)
    }

    @Test func `a message of an unknown type is told as one`() throws {
        let message = try TypeRegistry.standard.message(of: [part("r", "application/x-dance;role=root")]).message
        #expect(message.notification(from: nil) == "Message of an unknown type")
    }
}
