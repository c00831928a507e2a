import JSON
import MessageParts
import Testing

/// The effect of a tap: the message's own event, otherwise that of the surrounding message, otherwise the default of
/// its type.
@Suite struct ActionTests {
    private static func action(_ event: String?, _ data: JSONObject = [:]) -> MessageAction {
        MessageAction(event: event, data: data)
    }

    @Test(
        arguments: [
            (action(nil), action(nil), "open-url", ["url": "https://a.example"]),
            (action("wave"), action(nil), "wave", [:]),
            (action(nil), action("delete", ["confirm": true]), "delete", ["confirm": true]),
            (action("wave"), action("delete", ["confirm": true]), "wave", ["confirm": true]),
            (
                action(nil, ["confirm": false]), action("delete", ["confirm": true, "x": 1]), "delete",
                ["confirm": false, "x": 1]
            ),
            (action("open-url", ["url": "https://b.example"]), action(nil), "open-url", ["url": "https://b.example"]),
            (action(nil, ["x": 2]), action(nil, ["x": 1]), "open-url", ["x": 2, "url": "https://a.example"]),
        ] as [(MessageAction, MessageAction, String, JSONObject)])
    func `events and data come from the first that has them`(
        _ own: MessageAction, _ around: MessageAction, _ event: String, _ data: JSONObject
    ) {
        let link = RichMessage(LinkContent("https://a.example"), action: own)
        let carousel = RichMessage(CarouselContent([link]), action: around)
        let effective = link.effectiveAction(inheriting: carousel.handedDown(to: "carousel-item"))
        #expect(effective == MessageAction(event: event, data: data))
    }

    @Test func `only carousels and buttons hand down what they say, and only themselves`() {
        let text = RichMessage(TextContent("Hi"))
        let buttons = RichMessage(ButtonsContent([], below: text))
        let carousel = RichMessage(CarouselContent([buttons]), action: Self.action("delete"))
        #expect(buttons.effectiveAction(inheriting: carousel.handedDown(to: "carousel-item")).event == "delete")
        #expect(text.effectiveAction(inheriting: buttons.handedDown(to: "content")).event == nil)
        #expect(carousel.handedDown(to: "options").isEmpty)
    }

    @Test(arguments: [
        (RichMessage(LocationContent(title: "Shop")), "open-map"), (RichMessage(FileContent()), "open-file"),
        (RichMessage(ImageContent()), "open-url"), (RichMessage(TextContent("")), nil),
        (RichMessage(StatusContent("")), nil), (RichMessage(CarouselContent([])), nil),
    ])
    func `types have their usual events`(_ message: RichMessage, _ event: String?) {
        #expect(message.effectiveAction().event == event)
    }

    @Test func `a button takes the address of what it stands below`() {
        let link = RichMessage(LinkContent("https://a.example"))
        let buttons = ButtonsContent([], below: link)
        let open = buttons.action(of: .init("Open", Self.action("open-url")))
        #expect(open.data == ["url": "https://a.example"])
        let other = buttons.action(of: .init("Open", Self.action("open-url", ["url": "https://b.example"])))
        #expect(other.data == ["url": "https://b.example"])
    }
}
