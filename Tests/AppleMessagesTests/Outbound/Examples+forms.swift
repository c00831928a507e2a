import Expressions
import FlowModel
import Foundation
import MessageModel

/// Forms, an iMessage app and a link.
extension Examples {
    static let form = FormMessage(
        question: "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", bubble: bubble("A few details"),
        form: AskedForm(
            pages: [
                page(
                    "make", .text(AskedText(kind: "one line", atLeast: 1, atMost: 30, matches: nil)), .page("insured")),
                page("insured", .choice(yesNo), .send, ways: [.page("insurer"), nil]),
                page("insurer", .text(AskedText(kind: "one line", atLeast: 1, atMost: 30, matches: nil)), .send),
            ], intro: nil, hasSummary: false, sendWord: "Send", changeWord: "Change"))

    /// Every kind of page, with all its options.
    static let formOfEverything = FormMessage(
        question: "1b2c3d4e-5f6a-4b7c-8d8e-0f1a2b3c4d5e",
        bubble: MessageBubble(
            title: "Your bike", note: "Tap to begin", image: shop, size: .small, reply: "Thank you"),
        form: AskedForm(
            pages: [
                page("extras", .choice(extras), .page("again"), title: "Extras"),
                page("again", .choice(yesNo), .page("region"), skip: "skip"),
                page("region", .choice(regions), .page("day"), wheel: .init(label: "Region", preset: "east")),
                page("day", .date(AskedDate(from: nil, to: nil)), .page("bought"), days: days),
                page("bought", .date(AskedDate(from: nil, to: nil)), .page("mail"), skip: "skip", days: days),
                page("mail", text("email"), .page("plate"), field: .init(label: "E-mail", example: "ana@example.com")),
                page(
                    "plate", text("one line", matches: "[A-Z]-\\d{4}"), .page("gears"),
                    field: .init(hint: "On the frame")),
                page("gears", .number(AskedNumber(isWhole: true, atLeast: 1, atMost: 30)), .page("weight")),
                page("weight", .number(AskedNumber(isWhole: false, atLeast: -2, atMost: nil)), .page("price")),
                page(
                    "price", .money(AskedMoney(currency: Currency("EUR")!, atLeast: nil, atMost: nil)), .page("phone")),
                page(
                    "phone", text("phone"), .page("notes"),
                    field: .init(keyboard: "UIKeyboardTypeNumbersAndPunctuation", content: "oneTimeCode")),
                page("notes", text("several lines", atMost: 300), .send, skip: "skip"),
            ],
            intro: .init(title: "Welcome", text: "Twelve short pages.", button: "Continue", image: bell),
            hasSummary: true, isPrivate: true, sendWord: "Send", changeWord: "Change"))

    static let seats: MessageApp = {
        var app = MessageApp(name: "seats")
        app.bid = "com.apple.messages.MSMessageExtensionBalloonPlugin:AB12CD34EF:com.example.seats.messages"
        app.appID = "1234567890"
        app.title = "Seats"
        app.icon = "icon.png"
        return app
    }()

    static let app = AppMessage(
        question: "2c3d4e5f-6a7b-4c8d-9e9f-1a2b3c4d5e6f",
        bubble: MessageBubble(
            title: "Choose your seat", note: "Row 1 to 30", image: nil, size: .icon, reply: "Your seat",
            around: .init(right: "LH 401", rightNote: "Gate 12", imageTitle: "Airbus", imageNote: "A320")),
        app: AskedApp(
            app: "seats", data: [NamedText("flight", "LH 401"), NamedText("day", "1 & 2")], isLive: false, web: nil))

    static let link = LinkCard(
        address: "https://spoke.example/bells?loud=yes", title: "Our bells", image: bell)

    private static let yesNo = choice([("Yes", nil), ("No", nil)])
    private static let regions = choice([("north", nil), ("east", nil)])
    private static let extras: AskedChoice = {
        var extras = choice([("bell", bell), ("lock", nil)])
        extras.several = true
        return extras
    }()

    private static func choice(_ options: [(String, Picture?)]) -> AskedChoice {
        AskedChoice(
            style: .automatic,
            options: options.enumerated().map { index, option in
                .init(choice: Choice(id: option.0, label: option.0.capitalized), image: option.1, item: index)
            }, several: false, atLeast: 1, atMost: nil, numberHint: "")
    }

    private static func text(_ kind: String, atMost: Int = 30, matches: String? = nil) -> AskedQuestion.Kind {
        .text(AskedText(kind: kind, atLeast: 1, atMost: atMost, matches: matches))
    }

    private static let days = AskedForm.Days(
        first: CalendarDate(iso: "2026-11-01"), last: CalendarDate(iso: "2026-12-24"),
        preset: CalendarDate(iso: "2026-12-01"), format: nil)

    private static func page(
        _ name: String, _ kind: AskedQuestion.Kind, _ next: AskedForm.Page.Target, title: String? = nil,
        skip: String? = nil, ways: [AskedForm.Page.Target?] = [], field: AskedForm.Field = .init(),
        wheel: AskedForm.Wheel? = nil, days: AskedForm.Days? = nil
    ) -> AskedForm.Page {
        AskedForm.Page(
            question: AskedQuestion(
                id: name, prompt: "Which \(name)?", bubble: bubble("Which \(name)?"), hasOwnTitle: false, kind: kind,
                skipWord: skip),
            title: title, next: next, ways: ways, field: field, wheel: wheel, days: days)
    }
}
