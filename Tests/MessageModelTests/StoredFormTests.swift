import Expressions
import Foundation
import JSON
import MessageModel
import Testing

/// Stored values are equal when they are read again, and their format never changes.
@Suite struct StoredFormTests {
    private static let bubble = MessageBubble(
        title: "Title", note: "Note", image: Picture(source: "a.png", alt: "A"), size: .large, reply: "Reply")
    private static let place = MessagePlace(name: "Shop", latitude: 52.5, longitude: 13.25, radius: 100)
    private static let odd = Moment(milliseconds: 1_772_442_000_123)

    private static let messages: [Message] = [
        .text("words \u{1F}"),
        .buttons(ButtonsMessage(question: "q", summary: "S", items: [.init(id: "1", title: "One")])),
        .list(
            ListMessage(
                question: "q", bubble: bubble,
                sections: [
                    .init(
                        title: "A",
                        items: [.init(id: "1", title: "One", note: "N", image: Picture(source: "b.png", alt: nil))])
                ],
                several: true)),
        .times(
            TimesMessage(
                question: "q", bubble: bubble, title: "Visit", place: place, offset: -90,
                image: Picture(source: "c.png", alt: nil),
                slots: [.init(id: "1", start: odd, duration: .milliseconds(1_234_567))])),
        .times(
            TimesMessage(question: "q", bubble: bubble, title: "V", place: nil, offset: nil, image: nil, slots: [])),
        .signIn(
            SignInMessage(
                question: "q", bubble: bubble,
                signIn: AskedSignIn(
                    provider: "shop", scope: ["openid"], extra: [NamedText("a", "b")], linkWords: "Here:",
                    digitsWords: "Number:"))),
        .app(
            AppMessage(
                question: "q",
                bubble: MessageBubble(
                    title: "T", note: "", image: nil, size: .icon, reply: "R",
                    around: .init(right: "R", rightNote: nil, imageTitle: "I", imageNote: nil)),
                app: AskedApp(app: "seats", data: [NamedText("a", "b")], isLive: false, web: "https://a.example"))),
        .pay(PayMessage(question: "q", bubble: bubble, pay: pay)),
        .link(LinkMessage(question: "q", words: "Here:", target: .pay(pay))),
        .link(
            LinkMessage(
                question: "q", words: "Here:",
                target: .signIn(
                    AskedSignIn(provider: "shop", scope: [], extra: [], linkWords: "Here:", digitsWords: "Number:")))),
        .link(LinkMessage(question: "q", words: "", target: .address("https://a.example"))),
        .form(FormMessage(question: "q", bubble: bubble, form: form)),
        .prompt(PromptMessage(question: "q", words: "Which?", days: nil, skipWord: "skip")),
        .prompt(
            PromptMessage(
                question: "q", words: "When?",
                days: .init(
                    first: CalendarDate(iso: "2026-03-02"), last: CalendarDate(iso: "2026-04-01"), preset: nil,
                    format: nil),
                skipWord: nil)),
        .list(ListMessage(question: "q", bubble: bubble, sections: [], several: false, areCards: true)),
    ]

    @Test(arguments: messages) func `a message is the same when it has been stored`(message: Message) throws {
        #expect(try Message(json: JSONValue(parsing: message.json.text)) == message)
    }

    private static let pay = AskedPay(
        merchant: "shop", business: "Shop",
        sheet: PaySheet(
            lines: [.init(label: "Bread", amount: Money(4, Currency("EUR")!))],
            methods: [.init(id: "post", label: "By post", note: "Slowly", price: Money(1, Currency("EUR")!))])!,
        contact: [.name, .post], billing: [.email], countries: ["DE"], recalculate: "costs", track: "done",
        linkWords: "Here:")

    private static let heard: [Heard] = [
        .text(""), .text("a \"quoted\" word\n🙂"),
        .signIn(SignInReply(question: "q", outcome: .success(Fields([("name", .text("Ana"))])))),
        .signIn(SignInReply(question: nil, outcome: .failure("expired"))),
        .signIn(SignInReply(question: "q", outcome: .cancelled)),
        .pay(PayReply(question: "q", outcome: .declined, problem: "funds")),
        .pay(
            PayReply(
                question: "q", outcome: .paid, shipping: "post",
                contact: PayContact(
                    name: "Ana", phoneticName: "Ana", email: "a@example.com", phone: "1",
                    address: PlaceValue(city: "Paris")), reference: "R")),
        .app(AppReply(question: "q", fields: ["b": "2", "a": "1"])), .choice(Selection(question: nil, ids: [])),
        .choice(
            Selection(
                question: "q", groups: [.init(title: "A", ids: ["1", "2"]), .init(title: "", ids: [])], title: "T",
                start: odd, bubble: "b")),
        .files([HeardFile(FileReference(id: "1", name: "a.jpg", kind: "image/jpeg", size: 5))], text: ""),
        .files(
            [HeardFile(FileReference(id: "1", name: "a", kind: "", size: .max), source: ["url": "https://a"])],
            text: "words"),
        .choice(Selection(question: "q", groups: [], index: 3)),
        .unreadable(UnreadableReply()), .unreadable(UnreadableReply(question: "q", title: "T")),
        .form(FormReply(question: nil, pages: [], isCancelled: true)),
        .form(
            FormReply(
                question: "q",
                pages: [.init(name: "a", items: [.init(id: "1", value: "v", title: "t"), .init(id: "", value: "")])],
                bubble: "b")),
        .place(PlaceValue(name: "Shop", street: "S 1", city: "C", latitude: 52.5, longitude: -0.25)),
    ]

    @Test(arguments: heard) func `what was heard is the same when it has been stored`(heard: Heard) throws {
        #expect(try Heard(json: JSONValue(parsing: heard.json.text)) == heard)
    }

    private static func page(_ name: String, _ kind: AskedQuestion.Kind, skip: String? = nil) -> AskedQuestion {
        AskedQuestion(id: name, prompt: "P", bubble: bubble, hasOwnTitle: false, kind: kind, skipWord: skip)
    }

    private static let form = AskedForm(
        pages: [
            .init(
                question: page("a", .number(AskedNumber(isWhole: true, atLeast: 1, atMost: nil))), title: nil,
                next: .page("b")),
            .init(
                question: page(
                    "b",
                    .choice(
                        AskedChoice(
                            style: .automatic, options: [.init(choice: Choice(id: "1", label: "One"), item: 0)],
                            several: false, atLeast: 1, atMost: nil, numberHint: ""))), title: "T", next: .send,
                ways: [.page("c"), nil, .send], wheel: .init(label: "W", preset: "1")),
            .init(
                question: page("c", .date(AskedDate(from: nil, to: .today())), skip: "skip"), title: nil, next: .send,
                field: .init(label: "L", prefix: "P", example: "E", hint: "H", keyboard: "K", content: "C"),
                days: .init(first: .first, last: .last, preset: nil, format: "d.M.y")),
        ],
        intro: .init(title: "T", text: nil, button: "B", image: Picture(source: "a.png", alt: nil)), hasSummary: true,
        isPrivate: true, sendWord: "Send", changeWord: "Change")

    private static let kinds: [AskedQuestion.Kind] = [
        .text(AskedText(kind: "email", atLeast: 1, atMost: 5, matches: "a+")),
        .text(AskedText(kind: "name", atLeast: 0, atMost: 5, matches: nil)),
        .choice(
            AskedChoice(
                style: .cards,
                options: [
                    .init(
                        choice: Choice(
                            id: "1", label: "One", shown: "Eins", note: "N", fields: Fields([("a", .yesNo(true))])),
                        image: Picture(source: "a.png", alt: "A"), section: "S", item: 3)
                ],
                several: true, atLeast: 0, atMost: 2, numberHint: "Hint")),
        .choice(AskedChoice(style: .numbers, options: [], several: false, atLeast: 1, atMost: nil, numberHint: "")),
        .times(
            AskedTimes(
                title: "V", place: place, offset: 0, image: nil,
                slots: [
                    .init(slot: .init(id: "1", start: odd, duration: .minutes(5)), day: "Monday", time: "10:00"),
                    .init(slot: .init(id: "2", start: odd, duration: .minutes(5))),
                ])),
        .form(form),
        .form(AskedForm(pages: [], intro: nil, hasSummary: false, sendWord: "S", changeWord: "C")),
        .photo(AskedPhoto(atMost: 5)), .file(AskedFile(endings: ["pdf"])), .place(AskedPlace(isAddress: true)),
    ]

    @Test(arguments: kinds, [true, false]) func `a question is the same when it has been stored`(
        kind: AskedQuestion.Kind, hasOwnTitle: Bool
    ) throws {
        let asked = AskedQuestion(
            id: "q", prompt: "Which?", bubble: Self.bubble, hasOwnTitle: hasOwnTitle, kind: kind,
            skipWord: hasOwnTitle ? nil : "weiter")
        #expect(try AskedQuestion(json: JSONValue(parsing: asked.json.text)) == asked)
    }

    @Test func `the forms in which messages are kept do not change`() {
        let kept = [
            #"{"text":"words \u001f"}"#,
            #"{"buttons":{"question":"q","summary":"S","items":[{"id":"1","title":"One"}]}}"#,
            #"{"list":{"question":"q","bubble":{"title":"Title","note":"Note","size":"large","image":{"source":"a.png","alt":"A"},"reply":"Reply"},"sections":[{"title":"A","items":[{"id":"1","title":"One","note":"N","image":{"source":"b.png"}}]}],"several":true}}"#,
            #"{"times":{"question":"q","bubble":{"title":"Title","note":"Note","size":"large","image":{"source":"a.png","alt":"A"},"reply":"Reply"},"title":"Visit","place":{"name":"Shop","latitude":52.5,"longitude":13.25,"radius":100.0},"offset":-90,"image":{"source":"c.png"},"slots":[{"id":"1","start":1772442000123,"length":1234567}]}}"#,
        ]
        #expect(Self.messages.prefix(4).map(\.json.text) == kept)
    }

    @Test(arguments: [
        #"{}"#, #"{"txt":"a"}"#, #"{"buttons":{}}"#, #"{"list":{"question":"q"}}"#, #"{"times":[]}"#, #"[]"#,
    ])
    func `what is no message is refused`(text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: JSONError.self) { try Message(json: json) }
    }
}
