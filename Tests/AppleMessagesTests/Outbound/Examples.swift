import Expressions
import MessageModel

/// Messages of every kind, by the names of the fixtures that contain them in Apple's format.
enum Examples {
    static let all: [(name: String, message: Message)] = [
        ("text", .text("Grüße — “your” bike is ready 🚲\nCome by until 18:00.")),
        ("quick-reply", .buttons(buttons)),
        ("list-picker", .list(plainList)),
        ("list-picker-with-sections", .list(sections)),
        ("list-picker-of-several-with-images", .list(images)),
        ("time-picker", .times(plainTimes)),
        ("time-picker-with-place", .times(place)),
        ("form", .form(form)),
        ("form-of-everything", .form(formOfEverything)),
        ("app", .app(app)),
        ("payment", .pay(payment)),
        ("payment-of-everything", .pay(paymentOfEverything)),
        ("rich-link", .card(Card(.link(link), CardWording(.init(language: "en", zone: .utc))))),
    ]

    static let buttons = ButtonsMessage(
        question: "a3d8f1c2-0b4e-4f6a-8c9d-1e2f3a4b5c6d", summary: "How can we help with your bike?",
        items: [.init(id: "repair", title: "Book a repair"), .init(id: "hours", title: "Opening hours")])

    static let plainList = ListMessage(
        question: "b4e9a2d3-1c5f-4a7b-9dae-2f3a4b5c6d7e", bubble: bubble("What needs fixing?"),
        sections: [.init(title: "What needs fixing?", items: [.init(id: "puncture", title: "Puncture")])],
        several: false)

    static let sections = ListMessage(
        question: "c5fab3e4-2d6a-4b8c-aebf-3a4b5c6d7e8f", bubble: bubble("Which bike?"),
        sections: [
            .init(
                title: "City",
                items: [
                    .init(id: "dutch", title: "Dutch bike", note: "3 gears"), .init(id: "folding", title: "Folding"),
                ]),
            .init(title: "Mountain", items: [.init(id: "trail", title: "Trail", note: "Full suspension")]),
        ], several: false)

    static let images = ListMessage(
        question: "d6abc4f5-3e7b-4c9d-bfca-4b5c6d7e8f9a",
        bubble: MessageBubble(
            title: "Anything else?", note: "Choose as many as you like", image: shop, size: .large,
            reply: "Your choice"),
        sections: [
            .init(
                title: "Extras",
                items: [
                    .init(id: "bell", title: "Bell", image: bell), .init(id: "shop", title: "Shop visit", image: shop),
                    .init(id: "gone", title: "Lock", image: Picture(source: "gone.png", alt: "A lock")),
                ])
        ], several: true)

    static let plainTimes = TimesMessage(
        question: "e7bcd5a6-4f8c-4dae-8adb-5c6d7e8f9a0b", bubble: bubble("When do you come?"), title: "Repair",
        place: nil, offset: nil, image: nil,
        slots: [.init(id: "2026-12-01T09:00:00Z", start: Moment(seconds: 1_796_115_600), duration: .minutes(30))])

    static let place = TimesMessage(
        question: "f8cde6b7-5a9d-4ebf-9bec-6d7e8f9a0b1c", bubble: bubble("When do you come?"), title: "Repair",
        place: MessagePlace(name: "Spoke workshop", latitude: 52.5163, longitude: 13.3777, radius: 100), offset: 60,
        image: shop,
        slots: [
            .init(id: "first", start: Moment(seconds: 1_796_115_600), duration: .minutes(30)),
            // A second that Apple's samples do not write, and the turn of the year.
            .init(id: "second", start: Moment(seconds: 1_798_761_599), duration: .hours(1)),
        ])

    static let shop = Picture(source: "shop.png", alt: "The shop")
    static let bell = Picture(source: "bell.png", alt: nil)
    /// The beginning of a PNG file, followed by one byte.
    static let pictures: [String: [UInt8]] = ["shop.png": png + [1], "bell.png": png + [2], "icon.png": png + [3]]
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func bubble(_ title: String) -> MessageBubble {
        MessageBubble(title: title, note: "Tap to choose", image: nil, size: .icon, reply: title)
    }
}
