import Expressions
import MessageParts
import Testing

/// Messages in one line, and the texts of notifications.
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
            (AudioContent(), "Audio", "Ana sent you an audio recording."),
            (VideoContent(title: "Ride"), "Ride", "Ana sent you a video."),
            (FeedbackContent("How was it?"), "Experience Rating", "Ana would like your opinion."),
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

    @Test(arguments: [
        ("de", "2 Artikel", "Ana hat dir ein Foto geschickt.", "Ana fragt dich: Bitte wählen"),
        ("fr", "2 articles", "Ana vous a envoyé une photo.", "Ana vous demande : Choisissez"),
        ("es-MX", "2 artículos", "Ana te ha enviado una foto.", "Ana te pregunta: Elige una opción"),
        ("ja", "2 点", "Anaさんから写真が届きました。", "Anaさんからの質問：お選びください"),
        ("ar", "عنصران", "أرسل إليك Ana صورة.", "يسألك Ana: اختر واحدًا"),
        ("nl", "2 items", "Ana sent you a photo.", "Ana asks you: Choose One"),
    ])
    func `messages say themselves in the reader's language`(
        _ language: String, _ items: String, _ photo: String, _ question: String
    ) {
        let words = MessageWords(Wording(language: language, zone: .utc))
        #expect(RichMessage(CarouselContent(Self.items(2))).summary(in: words) == items)
        #expect(RichMessage(ImageContent()).notification(from: "Ana", in: words) == photo)
        #expect(RichMessage(ChoiceContent(Choices([]))).notification(from: "Ana", in: words) == question)
        let asked = RichMessage(ChoiceContent(Choices([]))).notification(from: nil, in: words)
        #expect(asked.map { question.hasSuffix($0) } == true)
    }

    @Test func `there is a word for everything, in every language`() {
        for language in ["en", "de", "fr", "es", "ja", "ar"] {
            let words = MessageWords(Wording(language: language, zone: .utc))
            #expect(MessageWords.Kind.allCases.allSatisfy { !words.name($0).isEmpty })
            for count in [0, 1, 2, 3, 11, 100] { #expect(!words.items(count).contains("%")) }
        }
    }

    @Test func `a message of an unknown type is told as one`() throws {
        let message = try TypeRegistry.standard.message(of: [part("r", "application/x-dance;role=root")]).message
        #expect(message.notification(from: nil) == "Message of an unknown type")
    }
}
